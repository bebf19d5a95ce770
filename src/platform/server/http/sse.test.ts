import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { SseConnections } from './sse.ts';

const live = new SseConnections({ isSecure: false, most: 200 });
const server = createServer((_, answer) => live.open('a household', answer)).listen(0, '127.0.0.1');

afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => {
  live.close();
  server.closeAllConnections();
  server.close();
});

/** Opens a connection; resolves after its first data. */
function open(): Promise<{ ended: Promise<unknown>; said: unknown[] }> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, failed) => {
    request({ port, host: '127.0.0.1' }, (answer) => {
      const ended = new Promise((done) => answer.once('end', done));
      const said: unknown[] = [];
      answer.once('data', () => resolve({ ended, said }));
      answer.on('data', (chunk) => {
        for (const [, json = ''] of String(chunk).matchAll(/^data: (.*)$/gm))
          if (json !== '{"changed":[]}') said.push(JSON.parse(json));
      });
    })
      .once('error', failed)
      .end();
  });
}

it('at 200 connections of a household the oldest is closed for a new one', async () => {
  const first = await open();
  for (let more = 0; more < 200; more += 1) await open();
  await first.ended;
  await expect.poll(() => live.size).toBe(200);
});

it('a change is sent at once, and further changes within 50 ms are sent together', async () => {
  // Only these timers are fake, because network connections need real time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { said } = await open();
  const heard = async (count: number) => {
    while (said.length < count) await nextTurn();
    expect(said).toHaveLength(count);
    return said.at(-1);
  };
  const tell = (...topics: string[]) => topics.map((topic) => live.tell('a household', topic));
  tell('settings', 'medications');
  expect(await heard(1)).toEqual({ changed: ['settings', 'medications'] });
  tell('settings', 'photos', 'photos');
  vi.advanceTimersByTime(49);
  // After 100 turns of the event loop all events that were sent so far have arrived.
  for (let turn = 0; turn < 100; turn += 1) await nextTurn();
  await heard(1);
  vi.advanceTimersByTime(1);
  expect(await heard(2)).toEqual({ changed: ['settings', 'photos'] });
  tell('videos');
  for (let turn = 0; turn < 100; turn += 1) await nextTurn();
  await heard(2);
  vi.advanceTimersByTime(50);
  expect(await heard(3)).toEqual({ changed: ['videos'] });
  // After 50 ms without changes the next change is sent at once.
  vi.advanceTimersByTime(50);
  tell('music');
  expect(await heard(4)).toEqual({ changed: ['music'] });
});

it('a heartbeat is an event that the page receives, and the first one is sent at once', async () => {
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}`);
  const reader = answer.body?.getReader();
  const first = await reader?.read();
  expect(new TextDecoder().decode(first?.value)).toBe('data: {"changed":[]}\n\n');
  await reader?.cancel();
});
