import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { SseConnections } from './sse.ts';

const live = new SseConnections({ isSecure: false, most: 200 });
const server = createServer((_, answer) => live.open('a household', answer)).listen(0, '127.0.0.1');

afterEach(() => {
  live.close();
  server.closeAllConnections();
  server.close();
});

/** Opens a line; resolves when its first words are there. */
function open(): Promise<{ ended: Promise<unknown> }> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, failed) => {
    request({ port, host: '127.0.0.1' }, (answer) => {
      const ended = new Promise((done) => answer.once('end', done));
      answer.once('data', () => resolve({ ended }));
    })
      .once('error', failed)
      .end();
  });
}

it('a household has so many lines open, and then the oldest ends for the newest', async () => {
  const first = await open();
  for (let more = 0; more < 200; more += 1) await open();
  await first.ended;
  await expect.poll(() => live.size).toBe(200);
});
