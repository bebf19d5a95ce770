import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { HOUR_MS, SECOND_MS } from '#platform/shared/durations.ts';
import { type TestHousehold, type TestServer, testServer } from '#testing/test-server.ts';
import { readConfig } from '../../src/app/config.ts';
import { featuresFor } from '../../src/app/features.ts';
import { connectTo, headOf } from '../support/sockets.ts';

/** Slightly longer than the check interval of the server. */
const SOON = { timeout: 10_000 };

let server: TestServer;
let family: TestHousehold;
let url: string;
beforeAll(async () => {
  server = await testServer(featuresFor(readConfig({})));
  family = await server.household();
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

it('the timeouts are 20 seconds for headers and 4 hours for a request', () => {
  const { headersTimeout, requestTimeout } = server.app.server;
  expect([headersTimeout, requestTimeout]).toEqual([20_000, 4 * HOUR_MS]);
});

it('clients that send headers too slowly are disconnected, while others are served', async () => {
  const { headersTimeout } = server.app.server;
  server.app.server.headersTimeout = 300;
  try {
    const silent = await Promise.all(Array.from({ length: 100 }, () => connectTo(url)));
    const trickling = await Promise.all(
      Array.from({ length: 100 }, () =>
        connectTo(url, 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: '),
      ),
    );
    const drops = setInterval(() => {
      for (const { socket } of trickling) if (socket.writable) socket.write('b');
    }, 50);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await Promise.all([...silent, ...trickling].map(({ closed }) => closed));
    clearInterval(drops);
    for (const { text } of trickling) expect(text()).not.toMatch(/ 200 /);
  } finally {
    server.app.server.headersTimeout = headersTimeout;
  }
}, 20_000);

it.each([
  ['a form', 'POST /api/medications'],
  ['a call that takes no body', 'POST /api/auth/logout'],
  ['a read', 'GET /api/settings'],
  ['an unknown address', 'POST /api/nothing'],
])('%s with a body that is sent too slowly is ended after 30 seconds', async (_, call) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const headers = {
      Cookie: family.cookieOf('user'),
      'Content-Type': 'application/json',
      'Content-Length': 1000,
    };
    const { socket, closed } = await connectTo(url, headOf(call, headers));
    socket.write('{"name": ');
    for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
    vi.advanceTimersByTime(29_000);
    expect(socket.writable).toBe(true);
    vi.advanceTimersByTime(SECOND_MS);
    await closed;
  } finally {
    vi.useRealTimers();
  }
});

it('a body over the limit is answered 413 at once, and the connection is closed', async () => {
  const headers = {
    Cookie: family.cookieOf('admin'),
    'Content-Type': 'application/json',
    'Content-Length': 1_000_000_000,
  };
  const { closed, text } = await connectTo(url, headOf('POST /api/medications', headers));
  await closed;
  expect(text()).toMatch(/^HTTP\/1\.1 413 .*connection: close/is);
});

it('a body of unknown length is cut off at the limit', async () => {
  const headers = {
    Cookie: family.cookieOf('admin'),
    'Content-Type': 'application/json',
    'Transfer-Encoding': 'chunked',
  };
  const { closed, socket, text } = await connectTo(url, headOf('POST /api/medications', headers));
  const chunk = 'x'.repeat(0x4000);
  for (let sent = 0; sent < 20; sent += 1) socket.write(`4000\r\n${chunk}\r\n`);
  await vi.waitFor(() => expect(text()).toMatch(/^HTTP\/1\.1 413 /), SOON);
  await closed;
});
