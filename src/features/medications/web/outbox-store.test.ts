import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Press } from './outbox.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const DAY = 24 * 3600 * 1000;
const EDITH = { person: 'edith', household: 'GA-1' };
const WALTER = { person: 'walter', household: 'GA-1' };
const EDITH_ELSEWHERE = { person: 'edith', household: 'GA-2' };

function press(key: string, more: Partial<Press> = {}): Omit<Press, 'number'> {
  return {
    ...EDITH,
    key,
    medicationId: 'a',
    scheduledTime: '2026-03-10T12:00:00.000Z',
    status: 'taken',
    pressedAt: NOON,
    wasSent: false,
    ...more,
  };
}

/** A page that has just been opened, over the same store. */
async function newPage() {
  vi.resetModules();
  return import('./outbox-store.ts');
}

/** A store whose `open` fires nothing until it is told to go on. */
function silentStore() {
  const real = new IDBFactory();
  const opens: (() => void)[] = [];
  const open = vi.fn((name: string, version?: number) => {
    const request: Partial<IDBOpenDBRequest> = {};
    opens.push(() => {
      const answered = real.open(name, version);
      answered.onupgradeneeded = (event) => {
        Object.assign(request, { result: answered.result });
        request.onupgradeneeded?.call(answered, event);
      };
      answered.onsuccess = (event) => {
        Object.assign(request, { result: answered.result });
        request.onsuccess?.call(answered, event);
      };
    });
    return request;
  });
  vi.stubGlobal('indexedDB', { open });
  const answer = () => {
    for (const go of opens.splice(0)) go();
  };
  return { open, answer, real };
}

const keysOf = (presses: readonly Press[]) => presses.map(({ key }) => key);

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

test('what is pressed is there in its order, also for a page that starts anew', async () => {
  const { addPress } = await newPage();
  await addPress(press('one'));
  await addPress(press('two', { status: 'pending' }));
  const { pressesOf } = await newPage();
  expect(keysOf(await pressesOf(EDITH))).toEqual(['one', 'two']);
});

test('what one person pressed is nobody else’s, nor the same person’s of another household', async () => {
  const { addPress, pressesOf } = await newPage();
  await addPress(press('hers'));
  await addPress(press('his', WALTER));
  await addPress(press('there', EDITH_ELSEWHERE));
  expect(keysOf(await pressesOf(EDITH))).toEqual(['hers']);
  expect(keysOf(await pressesOf(WALTER))).toEqual(['his']);
  expect(keysOf(await pressesOf(EDITH_ELSEWHERE))).toEqual(['there']);
});

test('only what was not sent can be taken back, and what is gone cannot be sent', async () => {
  const { addPress, noteSent, pressesOf, removePress, removeUnsent } = await newPage();
  const [one, two] = [await addPress(press('one')), await addPress(press('two'))];
  expect(await noteSent(one.number, true)).toBe(true);
  expect(await removeUnsent(one.number)).toBe(false);
  expect(await removeUnsent(two.number)).toBe(true);
  expect(await noteSent(two.number, true)).toBe(false);
  expect(keysOf(await pressesOf(EDITH))).toEqual(['one']);
  await removePress(one.number);
  expect(await pressesOf(EDITH)).toEqual([]);
});

test('what the person who is here pressed is never forgotten, however wrong a clock was', async () => {
  const { addPress, forgetOldPresses, pressesOf } = await newPage();
  await addPress(press('of 2020', { pressedAt: Date.parse('2020-01-01T00:00:00Z') }));
  for (const days of [0, 40, 4000]) await forgetOldPresses(EDITH, NOON + days * DAY);
  expect(keysOf(await pressesOf(EDITH))).toEqual(['of 2020']);
});

test('what others left here is forgotten 31 days after it was first seen, whatever its own time', async () => {
  const { addPress, forgetOldPresses, pressesOf } = await newPage();
  await addPress(press('his', { ...WALTER, pressedAt: Date.parse('2020-01-01T00:00:00Z') }));
  await forgetOldPresses(EDITH, NOON);
  await forgetOldPresses(EDITH, NOON + 31 * DAY);
  expect(keysOf(await pressesOf(WALTER))).toEqual(['his']);
  await forgetOldPresses(EDITH, NOON + 31 * DAY + 1);
  expect(await pressesOf(WALTER)).toEqual([]);
});

test('a store that refuses leaves the press in the page, where it is delivered from', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new Error('not allowed');
    },
  });
  const { addPress, noteSent, pressesOf, removePress } = await newPage();
  const one = await addPress(press('one'));
  expect(keysOf(await pressesOf(EDITH))).toEqual(['one']);
  expect(await pressesOf(WALTER)).toEqual([]);
  expect(await noteSent(one.number, true)).toBe(true);
  expect((await pressesOf(EDITH))[0]?.wasSent).toBe(true);
  await removePress(one.number);
  expect(await pressesOf(EDITH)).toEqual([]);
});

test('a store that does not answer costs one and a half seconds once, and no press', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  silentStore();
  const { addPress, pressesOf } = await newPage();
  let isHeld = false;
  const first = addPress(press('one')).then(() => {
    isHeld = true;
  });
  await vi.advanceTimersByTimeAsync(1499);
  expect(isHeld).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await first;
  const second = addPress(press('two'));
  const seen = pressesOf(EDITH);
  await vi.advanceTimersByTimeAsync(0);
  await second;
  expect(keysOf(await seen)).toContain('one');
});

test('when the store answers after all, what was held is written, and what was taken back is not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const { answer, real } = silentStore();
  const { addPress, pressesOf, removeUnsent } = await newPage();
  const adding = Promise.all([addPress(press('one')), addPress(press('two'))]);
  await vi.advanceTimersByTimeAsync(1500);
  const [, two] = await adding;
  expect(await removeUnsent(two.number)).toBe(true);
  vi.useRealTimers();
  answer();
  await vi.waitFor(async () => {
    const [one] = await pressesOf(EDITH);
    expect(one?.number).toBe(1);
  });
  vi.stubGlobal('indexedDB', real);
  const { pressesOf: ofANewPage } = await newPage();
  expect(keysOf(await ofANewPage(EDITH))).toEqual(['one']);
});

test('a store that stays silent is asked anew after a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const { open } = silentStore();
  const { addPress } = await newPage();
  for (const [key, opens] of [
    ['one', 1],
    ['two', 1],
  ] as const) {
    const adding = addPress(press(key));
    await vi.advanceTimersByTimeAsync(1500);
    await adding;
    expect(open).toHaveBeenCalledTimes(opens);
  }
  await vi.advanceTimersByTimeAsync(60_000);
  const adding = addPress(press('three'));
  await vi.advanceTimersByTimeAsync(1500);
  await adding;
  expect(open).toHaveBeenCalledTimes(2);
});
