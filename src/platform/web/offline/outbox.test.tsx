import { beforeEach, describe, expect, test, vi } from 'vitest';
import { stubIndexedDb } from '#testing/web/indexed-db.ts';
import { ApiError } from '../api.ts';
import { Outbox, type OutboxPage } from './outbox.ts';
import { OutboxDatabase } from './outbox-database.ts';
import type { Entry, Outcome } from './outbox-rules.ts';
import { OutboxStore } from './outbox-store.ts';

type Said = { readonly dose: string };

const REFUSAL = '{"error":"Not found.","code":"not-found"}';
const NOON = Date.parse('2026-03-10T12:00:00Z');
const EDITH = { person: 'edith', household: 'GA-1' };
const WALTER = { person: 'walter', household: 'GA-1' };
const EDITH_ELSEWHERE = { person: 'edith', household: 'GA-2' };

/** An answer with an error status. */
class Failure {
  readonly status: number;
  readonly text: string;
  constructor(status: number, text = '') {
    this.status = status;
    this.text = text;
  }
}

/** Simulates a newly opened page, with its outbox and its database. */
function newPage() {
  const outbox = new Outbox<Said>({
    name: 'presses',
    orderOf: ({ dose }) => dose,
    earliest: () => 0,
  });
  const store = new OutboxStore<Said>('presses');
  const add = (key: string, more: Partial<Entry<Said>> = {}) =>
    store.add({ ...EDITH, key, dose: key, pressedAt: NOON, wasSent: false, ...more });
  const left = async (owner = EDITH) => (await store.of(owner)).map(({ key }) => key);
  return { outbox, store, add, left };
}

/**
 * Simulates a page whose server answers with the given value for each key, and with a created
 * object for all other keys.
 */
function serverThat(says: Record<string, unknown>, owner = EDITH) {
  const sent: string[] = [];
  const heard: [string, Outcome][] = [];
  const page: OutboxPage<Said> = {
    owner,
    send: async ({ key }) => {
      sent.push(key);
      const answer = key in says ? says[key] : { id: `log of ${key}` };
      if (answer instanceof Error) throw answer;
      if (answer instanceof Failure) throw new ApiError(answer.status, answer.text, '');
      return answer;
    },
    delivered: ({ key }) => void heard.push([key, 'delivered']),
    refused: ({ key }) => void heard.push([key, 'refused']),
  };
  return { sent, heard, page };
}

beforeEach(() => {
  stubIndexedDb();
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
});

describe('deliver waiting entries', () => {
  test('entries are sent once and in order, and removed after delivery', async () => {
    const { outbox, add, left } = newPage();
    for (const key of ['a', 'b', 'c']) await add(key);
    const { sent, page } = serverThat({});
    await outbox.deliver(page);
    await outbox.deliver(page);
    expect(sent).toEqual(['a', 'b', 'c']);
    expect(await left()).toEqual([]);
  });

  test('entries of another person or household are never sent', async () => {
    const { outbox, add, left } = newPage();
    await add('hers');
    await add('his', WALTER);
    await add('there', EDITH_ELSEWHERE);
    const { sent, page } = serverThat({});
    await outbox.deliver(page);
    expect(sent).toEqual(['hers']);
    expect(await left(WALTER)).toEqual(['his']);
    expect(await left(EDITH_ELSEWHERE)).toEqual(['there']);
  });

  test.each<[string, unknown]>([
    ['of an empty body', undefined],
    ['of an empty object', {}],
    ['of an HTML page', '<!doctype html>'],
    ['404 of a proxy', new Failure(404, '404 page not found')],
    ['405 of a maintenance page', new Failure(405, '<html></html>')],
    ['502 of a proxy', new Failure(502)],
    ['503 of a proxy', new Failure(503, '<h1>Unavailable</h1>')],
    ['401 of a sign-in page', new Failure(401, '<html>Sign in</html>')],
    ['of a failed connection', new TypeError('Failed to fetch')],
  ])('the answer %s stops the delivery, and all entries are sent next time', async (_, answer) => {
    const { outbox, add, left, store } = newPage();
    for (const key of ['a', 'b']) await add(key);
    const first = serverThat({ a: answer });
    await outbox.deliver(first.page);
    expect(first.sent).toEqual(['a']);
    expect(first.heard).toEqual([]);
    expect(await left()).toEqual(['a', 'b']);
    // The entry may have arrived, so the repetition reports the time of the press.
    expect((await store.of(EDITH))[0]?.wasSent).toBe(true);
    const second = serverThat({});
    await outbox.deliver(second.page);
    expect(second.sent).toEqual(['a', 'b']);
    expect(await left()).toEqual([]);
  });

  test('a refused entry is removed, and the delivery continues', async () => {
    const { outbox, add, left } = newPage();
    for (const key of ['a', 'b']) await add(key);
    const { heard, page } = serverThat({ a: new Failure(404, REFUSAL) });
    await outbox.deliver(page);
    expect(heard).toEqual([
      ['a', 'refused'],
      ['b', 'delivered'],
    ]);
    expect(await left()).toEqual([]);
  });

  test('an entry counts as unsent if the server answers that it did nothing', async () => {
    const { outbox, add, store } = newPage();
    await add('a');
    const { heard, page } = serverThat({ a: new Failure(503, REFUSAL) });
    await outbox.deliver(page);
    expect(heard).toEqual([]);
    expect((await store.of(EDITH))[0]?.wasSent).toBe(false);
  });

  test('a failed entry blocks later entries of the same dose only', async () => {
    const { outbox, add, left } = newPage();
    await add('a');
    await add('a again', { dose: 'a' });
    await add('b');
    const { sent, page } = serverThat({ a: new Failure(500, REFUSAL) });
    await outbox.deliver(page);
    expect(sent).toEqual(['a', 'b']);
    expect(await left()).toEqual(['a', 'a again']);
  });
});

test('an entry that cannot be stored is delivered from memory', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new Error('not allowed');
    },
  });
  const { outbox } = newPage();
  const left = async () => (await outbox.show(EDITH)).map(({ dose }) => dose);
  const lost = serverThat({});
  const noLine = () => Promise.reject(new TypeError('Failed to fetch'));
  const kept = await outbox.keep({ ...lost.page, send: noLine }, [{ body: { dose: 'a' } }]);
  expect(kept.areWritten).toBe(false);
  expect((await kept.firstTry).outcome).toBe('waiting');
  expect(await left()).toEqual(['a']);
  const { heard, page } = serverThat({});
  await outbox.deliver(page);
  expect(heard).toEqual([[kept.entries[0]?.key, 'delivered']]);
  expect(await left()).toEqual([]);
});

describe('a database that stops answering after an entry was stored', () => {
  const silence = () =>
    vi.spyOn(OutboxDatabase.prototype, 'inStore').mockRejectedValue(new Error('no answer'));

  test('a stored entry is kept, shown as undelivered, and sent when the server answers', async () => {
    const { outbox, left } = newPage();
    let store: ReturnType<typeof silence> | undefined;
    const away = serverThat({});
    const noServer = async () => {
      store = silence();
      return {};
    };
    const kept = await outbox.keep({ ...away.page, send: noServer }, [{ body: { dose: 'a' } }]);
    expect((await kept.firstTry).outcome).toBe('waiting');
    expect((await outbox.show(EDITH)).map(({ dose }) => dose)).toEqual(['a']);
    const { sent, heard, page } = serverThat({});
    await outbox.deliver(page);
    await outbox.deliver(page);
    const key = kept.entries[0]?.key;
    expect([sent, heard]).toEqual([[key], [[key, 'delivered']]]);
    store?.mockRestore();
    await outbox.deliver(page);
    expect(sent).toEqual([key]);
    expect(await left()).toEqual([]);
  });

  test('undo does not remove an entry that another tab may have sent', async () => {
    const { outbox, add } = newPage();
    const entry = await add('a');
    await outbox.show(EDITH);
    const store = silence();
    const { page } = serverThat({});
    const told: string[] = [];
    const hold = { ...page, send: async ({ dose }: Said) => ({ id: told.push(dose) && dose }) };
    await outbox.takeBack(hold, [entry], () => ({ dose: 'taken back' }));
    await vi.waitFor(() => expect(told).toEqual(['a', 'taken back']));
    await vi.waitFor(async () => expect(await outbox.show(EDITH)).toEqual([]));
    store.mockRestore();
  });
});

test('undo removes unsent entries and sends the opposite of sent ones', async () => {
  const { outbox, store, add } = newPage();
  const unsent = await add('unsent');
  const sent = await add('sent', { wasSent: true });
  const { page } = serverThat({});
  await outbox.takeBack(
    { ...page, send: () => new Promise(() => undefined) },
    [unsent, sent],
    () => ({
      dose: 'taken back',
    }),
  );
  const [first, second, ...others] = await store.of(EDITH);
  expect([first?.dose, second?.dose, others]).toEqual(['sent', 'taken back', []]);
  expect(second?.pressedAt).toBe(NOON + 1);
});
