import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { liveFeature } from '#features/live/server.ts';
import { reschedule } from '#features/medications/server.ts';
import { settingsFeature } from '#features/settings/server.ts';
import { feature } from '#platform/server/feature.ts';
import { endpoint } from '#platform/shared/endpoint.ts';
import { follow } from '#testing/live-lines.ts';
import { type TestServer, testServer } from '#testing/test-server.ts';
import { connectTo, headOf } from '../support/sockets.ts';

const slow = endpoint('GET /api/slow', {
  who: 'anyone',
  summary: 'Answers when the test says so.',
  reply: z.object({ done: z.literal(true) }),
});

let server: TestServer;
let url: string;
let asked: () => void;
let finish: () => void;
let wasAsked: Promise<void>;
let calls: number;

beforeEach(async () => {
  const mayFinish = new Promise<void>((resolve) => {
    finish = resolve;
  });
  wasAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  calls = 0;
  const waiting = feature(
    { slow },
    {
      async slow() {
        calls += 1;
        asked();
        await mayFinish;
        return { done: true } as const;
      },
    },
  );
  server = await testServer([waiting, settingsFeature(reschedule), liveFeature]);
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => server.close());

const ready = async () => (await fetch(`${url}/readyz`)).status;

it('a stopping server reports that it is not ready, and still serves requests', async () => {
  const cookie = (await server.household()).cookieOf('user');
  const get = () => fetch(`${url}/api/settings`, { headers: { cookie } });
  const before = await get();
  expect([await ready(), before.headers.get('connection')]).toEqual([200, 'keep-alive']);
  server.app.leave();
  const refused = await fetch(`${url}/readyz`);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  const etag = before.headers.get('etag') ?? '';
  const unchanged = await fetch(`${url}/api/settings`, {
    headers: { cookie, 'if-none-match': etag },
  });
  const answers = [await get(), unchanged, await fetch(`${url}/api/nothing`)];
  expect(answers.map(({ status }) => status)).toEqual([200, 304, 404]);
  for (const { headers } of answers) expect(headers.get('connection')).toBe('close');
});

it('event streams end when the server leaves, so that screens reconnect elsewhere', async () => {
  const line = await follow(url, (await server.household()).cookieOf('user'));
  const ended = line.next();
  server.app.leave();
  expect(await ended).toBeUndefined();
});

it('a running request is completed at close, and then its connection ends', async () => {
  const running = await connectTo(url, headOf('GET /api/slow'));
  await wasAsked;
  const closed = server.app.close();
  const elsewhere = fetch(`${url}/healthz`);
  await expect(elsewhere).rejects.toThrow();
  finish();
  await closed;
  await running.closed;
  expect(running.text()).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\{"done":true\}$/s);
});

it('a request that is still being received at close is served', async () => {
  const head = headOf('GET /api/slow');
  const asking = await connectTo(url, head.slice(0, -10));
  const running = await connectTo(url, head);
  await wasAsked;
  const closed = server.app.close();
  await vi.waitFor(() => expect(server.app.isLeaving).toBe(true));
  asking.socket.write(head.slice(-10));
  await vi.waitFor(() => expect(calls).toBe(2));
  finish();
  await closed;
  await Promise.all([running.closed, asking.closed]);
  for (const { text } of [running, asking])
    expect(text()).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: close\r\n.*\{"done":true\}$/s);
});

it('an unused connection does not delay the close', async () => {
  const unused = await connectTo(url);
  const polite = await connectTo(url, headOf('GET /healthz'));
  await vi.waitFor(() => expect(polite.text()).toContain('alive'));
  await server.app.close();
  await Promise.all([unused.closed, polite.closed]);
});
