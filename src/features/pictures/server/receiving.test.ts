import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pillPicture } from '#testing/hostile-pictures.ts';
import { type PictureServer, pictureServer, upload } from '#testing/picture-server.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';

let pictures: PictureServer;
let family: TestHousehold;
let port: number;
beforeAll(async () => {
  pictures = await pictureServer();
  family = await pictures.server.household();
  await pictures.server.app.listen({ port: 0, host: '127.0.0.1' });
  const address = pictures.server.app.server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});
afterAll(() => pictures.close());

const PART = '--x\r\nContent-Disposition: form-data; name="pill-image"; filename="a.png"\r\n\r\n';

/** Sends the headers and the beginning of an upload, as a browser with a slow connection does. */
async function begun(
  role: 'user' | 'admin' | 'nobody',
  length: number,
  path = '/api/upload-pill-image',
  type = 'multipart/form-data; boundary=x',
) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const cookie = role === 'nobody' ? '' : `Cookie: ${family.cookieOf(role)}\r\n`;
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${cookie}Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  return socket;
}

async function answerOn(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) {
    text += chunk;
    if (text.includes('\r\n\r\n')) break;
  }
  return text;
}

/** Resolves when the server has closed the connection, with or without an error. */
const closing = (socket: Socket) =>
  new Promise((resolve) => socket.on('error', () => undefined).on('close', resolve));

const until = (check: () => Promise<boolean>) =>
  vi.waitFor(async () => expect(await check()).toBe(true));

describe('rejection before the body is received', () => {
  it.each([
    ['nobody', 1000, '401'],
    ['user', 1000, '403'],
    ['admin', 6_000_000, '413'],
  ] as const)('role %s with %i bytes receives %s before the body', async (role, length, status) => {
    const socket = await begun(role, length);
    expect(await answerOn(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    socket.destroy();
    expect(await pictures.files()).toEqual([]);
  });

  it('a cross-origin upload receives 403', async () => {
    const form = { origin: 'https://evil.example' };
    const ask = family.as('admin');
    expectStatus(await ask('POST', '/api/upload-pill-image', new FormData(), form), 403);
  });
});

describe('an interrupted upload', () => {
  it('an interrupted upload stores nothing', async () => {
    const socket = await begun('admin', 1_000_000);
    socket.write(PART + 'x'.repeat(100_000));
    await until(async () => (await pictures.files()).length === 1);
    socket.destroy();
    await until(async () => (await pictures.files()).length === 0);
  });

  it('an upload is aborted after 30 seconds without data', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const socket = await begun('admin', 1_000_000);
      const closed = closing(socket);
      socket.write(PART + 'x'.repeat(100_000));
      while ((await pictures.files()).length === 0) await new Promise(setImmediate);
      vi.advanceTimersByTime(30_000);
      await closed;
      while ((await pictures.files()).length > 0) await new Promise(setImmediate);
    } finally {
      vi.useRealTimers();
    }
  });
});

it('a slow JSON request is aborted after 30 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const socket = await begun('admin', 1000, '/api/medications', 'application/json');
    const closed = closing(socket);
    socket.write('{"name": ');
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    vi.advanceTimersByTime(30_000);
    await closed;
  } finally {
    vi.useRealTimers();
  }
});

it('the connection can be used again after a rejected upload', async () => {
  const body = PART.replace('pill-image', 'something-else') + 'x'.repeat(4_000_000);
  const socket = await begun('admin', body.length);
  socket.write(body);
  socket.write(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
  let text = '';
  for await (const chunk of socket) text += chunk;
  expect(text).toMatch(/^HTTP\/1.1 400 .*HTTP\/1.1 200 OK.*alive/s);
});

it('returns 507 for uploads while the disk is nearly full', async () => {
  const full = await pictureServer({ UPLOAD_RESERVE_MB: '1000000000' });
  const household = await full.server.household();
  const answer = await upload(household, await pillPicture(9, 9).png().toBuffer());
  expect(expectStatus(answer, 507).body).toEqual({
    error: 'There is no room for more pictures on the server.',
    code: 'no-room',
  });
  expect(await full.files()).toEqual([]);
  await full.close();
});
