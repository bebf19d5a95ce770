import { beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { stubIndexedDb } from '#testing/web/indexed-db.ts';
import { OutboxDatabase } from './outbox-database.ts';
import type { Entry, NewEntry } from './outbox-rules.ts';
import { OutboxStore } from './outbox-store.ts';

type Said = { readonly status: string };

const NOON = Date.parse('2026-03-10T12:00:00Z');
const EDITH = { person: 'edith', household: 'GA-1' };
const WALTER = { person: 'walter', household: 'GA-1' };
const EDITH_ELSEWHERE = { person: 'edith', household: 'GA-2' };

function press(key: string, more: Partial<Entry<Said>> = {}): NewEntry<Said> {
  return {
    ...EDITH,
    key,
    status: 'taken',
    pressedAt: NOON,
    wasSent: false,
    ...more,
  };
}

/** Simulates a newly opened page that uses the same database. */
const newPage = (most?: number) => new OutboxStore<Said>('presses', most);

/** Simulates a database that does not answer the opening until the test continues. */
async function silentStore() {
  const real = stubIndexedDb();
  await newPage().of(EDITH);
  let held: (() => void)[] | undefined = [];
  const open = vi.fn((name: string, version?: number) => {
    const request = real.open(name, version);
    const listen = request.addEventListener.bind(request);
    request.addEventListener = (type: string, hear: EventListener) =>
      listen(type, (event) => {
        const fire = () => hear.call(request, event);
        if (held) held.push(fire);
        else fire();
      });
    return request;
  });
  vi.stubGlobal('indexedDB', { open });
  const answer = () => {
    const all = held ?? [];
    held = undefined;
    for (const fire of all) fire();
  };
  return { open, answer, real };
}

const keysOf = (presses: readonly Entry<Said>[]) => presses.map(({ key }) => key);

beforeEach(() => {
  stubIndexedDb();
});

test('entries are stored in order, even for a new page', async () => {
  const store = newPage();
  await store.add(press('one'));
  await store.add(press('two', { status: 'pending' }));
  expect(keysOf(await newPage().of(EDITH))).toEqual(['one', 'two']);
});

test('entries belong to one person of one household', async () => {
  const store = newPage();
  await store.add(press('hers'));
  await store.add(press('his', WALTER));
  await store.add(press('there', EDITH_ELSEWHERE));
  expect(keysOf(await store.of(EDITH))).toEqual(['hers']);
  expect(keysOf(await store.of(WALTER))).toEqual(['his']);
  expect(keysOf(await store.of(EDITH_ELSEWHERE))).toEqual(['there']);
});

test('only an unsent entry can be removed, and a removed one cannot be sent', async () => {
  const store = newPage();
  const [one, two] = [await store.add(press('one')), await store.add(press('two'))];
  expect(await store.noteSent(one.number, true)).toBe(true);
  expect(await store.removeUnsent(one.number)).toBe(false);
  expect(await store.removeUnsent(two.number)).toBe(true);
  expect(await store.noteSent(two.number, true)).toBe(false);
  expect(keysOf(await store.of(EDITH))).toEqual(['one']);
  await store.remove(one.number);
  expect(await store.of(EDITH)).toEqual([]);
});

test('entries of the current person are never deleted by age', async () => {
  const store = newPage();
  await store.add(press('of 2020', { pressedAt: Date.parse('2020-01-01T00:00:00Z') }));
  for (const days of [0, 40, 4000]) await store.forgetOld(EDITH, NOON + days * DAY_MS);
  expect(keysOf(await store.of(EDITH))).toEqual(['of 2020']);
});

test('entries of other persons are deleted 31 days after they were first seen', async () => {
  const store = newPage();
  await store.add(press('his', { ...WALTER, pressedAt: Date.parse('2020-01-01T00:00:00Z') }));
  await store.forgetOld(EDITH, NOON);
  await store.forgetOld(EDITH, NOON + 31 * DAY_MS);
  expect(keysOf(await store.of(WALTER))).toEqual(['his']);
  await store.forgetOld(EDITH, NOON + 31 * DAY_MS + 1);
  expect(await store.of(WALTER)).toEqual([]);
});

test('an entry is held in memory and delivered if the database refuses', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new Error('not allowed');
    },
  });
  const store = newPage();
  const one = await store.add(press('one'));
  expect(keysOf(await store.of(EDITH))).toEqual(['one']);
  expect(await store.of(WALTER)).toEqual([]);
  expect(await store.noteSent(one.number, true)).toBe(true);
  expect((await store.of(EDITH))[0]?.wasSent).toBe(true);
  await store.remove(one.number);
  expect(await store.of(EDITH)).toEqual([]);
});

test('a silent database delays only the first entry, by 1.5 seconds, and loses none', async () => {
  await silentStore();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const store = newPage();
  let isHeld = false;
  const first = store.add(press('one')).then(() => {
    isHeld = true;
  });
  await vi.advanceTimersByTimeAsync(1499);
  expect(isHeld).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await first;
  const second = store.add(press('two'));
  const seen = store.of(EDITH);
  await vi.advanceTimersByTimeAsync(0);
  await second;
  expect(keysOf(await seen)).toContain('one');
});

test('when the database answers again, held entries are stored, but not removed ones', async () => {
  const { answer, real } = await silentStore();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const store = newPage();
  const adding = Promise.all([store.add(press('one')), store.add(press('two'))]);
  await vi.advanceTimersByTimeAsync(1500);
  const [, two] = await adding;
  expect(await store.removeUnsent(two.number)).toBe(true);
  vi.useRealTimers();
  answer();
  await vi.waitFor(async () => {
    const [one] = await store.of(EDITH);
    expect(one?.number).toBe(1);
  });
  vi.stubGlobal('indexedDB', real);
  expect(keysOf(await newPage().of(EDITH))).toEqual(['one']);
});

test('a database that stays silent is tried again after a minute', async () => {
  const { open } = await silentStore();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const store = newPage();
  for (const [key, opens] of [
    ['one', 1],
    ['two', 1],
  ] as const) {
    const adding = store.add(press(key));
    await vi.advanceTimersByTimeAsync(1500);
    await adding;
    expect(open).toHaveBeenCalledTimes(opens);
  }
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  const adding = store.add(press('three'));
  await vi.advanceTimersByTimeAsync(1500);
  await adding;
  expect(open).toHaveBeenCalledTimes(2);
});

test('a database that answered slowly is tried again after five seconds', async () => {
  const { answer, open } = await silentStore();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const store = newPage();
  const adding = store.add(press('one'));
  await vi.advanceTimersByTimeAsync(1500);
  await adding;
  expect(store.isHeld(2 ** 40 + 1)).toBe(true);
  answer();
  await vi.waitFor(() => expect(open).toHaveBeenCalledTimes(1));
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  await vi.waitFor(async () => expect((await store.of(EDITH))[0]?.number).toBe(1));
});

test('a page that was busy for seconds does not treat its database as silent', async () => {
  await newPage().add(press('one'));
  const store = newPage();
  vi.useFakeTimers({ toFake: ['performance'] });
  const seen = store.of(EDITH);
  // Blocks the page, so that an overdue timer runs before any answer arrives.
  const until = Date.now() + 1_600;
  while (Date.now() < until);
  expect(keysOf(await seen)).toEqual(['one']);
});

test('a change that could not be stored is stored later, unless the entry was removed', async () => {
  const store = newPage();
  const [one, two] = [await store.add(press('one')), await store.add(press('two'))];
  const silence = vi
    .spyOn(OutboxDatabase.prototype, 'inStore')
    .mockRejectedValue(new Error('no answer'));
  expect(await store.noteSent(one.number, true)).toBe(true);
  expect(await store.noteSent(two.number, true)).toBe(true);
  expect(await store.removeUnsent(two.number)).toBe(false);
  await store.remove(one.number);
  expect(await store.noteSent(one.number, true)).toBe(false);
  expect(keysOf(await store.of(EDITH))).toEqual(['two']);
  silence.mockRestore();
  const other = newPage();
  await other.remove(two.number);
  expect(keysOf(await store.of(EDITH))).toEqual([]);
  expect(keysOf(await newPage().of(EDITH))).toEqual([]);
});

test('the oldest entries are dropped above the maximum', async () => {
  const store = newPage(3);
  for (const key of ['one', 'two', 'three', 'four', 'five']) await store.add(press(key));
  expect(keysOf(await store.of(EDITH))).toEqual(['three', 'four', 'five']);
});
