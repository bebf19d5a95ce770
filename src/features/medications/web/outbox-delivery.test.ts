import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Outcome, Press } from './outbox.ts';

const SENTENCE = '{"error":"Not found."}';
const NOON = Date.parse('2026-03-10T12:00:00Z');
const EDITH = { person: 'edith', household: 'GA-1' };
const WALTER = { person: 'walter', household: 'GA-1' };
const EDITH_ELSEWHERE = { person: 'edith', household: 'GA-2' };

/** An answer with another status. */
class Failure {
  readonly status: number;
  readonly text: string;
  constructor(status: number, text = '') {
    this.status = status;
    this.text = text;
  }
}

async function newPage() {
  vi.resetModules();
  const { deliverPresses } = await import('./outbox-delivery.ts');
  const { addPress, pressesOf } = await import('./outbox-store.ts');
  const add = (key: string, more: Partial<Press> = {}) =>
    addPress({
      ...EDITH,
      key,
      medicationId: key,
      scheduledTime: '2026-03-10T12:00:00.000Z',
      status: 'taken',
      pressedAt: NOON,
      wasSent: false,
      ...more,
    });
  const left = async (owner = EDITH) => (await pressesOf(owner)).map(({ key }) => key);
  return { deliverPresses, add, left, pressesOf };
}

/** Sends to a server that says something for each key, and the log's id of all others. */
function serverThat(says: Record<string, unknown>) {
  const sent: string[] = [];
  const heard: [string, Outcome][] = [];
  return {
    sent,
    heard,
    part: {
      post: async ({ key }: Press) => {
        sent.push(key);
        const answer = key in says ? says[key] : { id: `log of ${key}` };
        if (answer instanceof Error) throw answer;
        if (answer instanceof Failure) {
          const { ApiError } = await import('#kit/web/api.ts');
          throw new ApiError(answer.status, answer.text, '');
        }
        return answer;
      },
      heard: ({ key }: Press, outcome: Outcome) => void heard.push([key, outcome]),
    },
  };
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
});

describe('what waits', () => {
  test('is sent in its order, each once, and is gone when the server has it', async () => {
    const { deliverPresses, add, left } = await newPage();
    for (const key of ['a', 'b', 'c']) await add(key);
    const { sent, part } = serverThat({});
    await deliverPresses({ owner: EDITH, ...part });
    await deliverPresses({ owner: EDITH, ...part });
    expect(sent).toEqual(['a', 'b', 'c']);
    expect(await left()).toEqual([]);
  });

  test('of another person, or of another household, is never sent', async () => {
    const { deliverPresses, add, left } = await newPage();
    await add('hers');
    await add('his', WALTER);
    await add('there', EDITH_ELSEWHERE);
    const { sent, part } = serverThat({});
    await deliverPresses({ owner: EDITH, ...part });
    expect(sent).toEqual(['hers']);
    expect(await left(WALTER)).toEqual(['his']);
    expect(await left(EDITH_ELSEWHERE)).toEqual(['there']);
  });

  test.each<[string, unknown]>([
    ['an empty answer', undefined],
    ['{}', {}],
    ['a page', '<!doctype html>'],
    ['404 of a proxy', new Failure(404, '404 page not found')],
    ['405 of a page of maintenance', new Failure(405, '<html></html>')],
    ['502', new Failure(502)],
    ['no connection', new TypeError('Failed to fetch')],
  ])('stays with all that follow when the answer is %s, and goes next time', async (_, answer) => {
    const { deliverPresses, add, left, pressesOf } = await newPage();
    for (const key of ['a', 'b']) await add(key);
    const first = serverThat({ a: answer });
    await deliverPresses({ owner: EDITH, ...first.part });
    expect(first.sent).toEqual(['a']);
    expect(first.heard).toEqual([['a', 'unknown']]);
    expect(await left()).toEqual(['a', 'b']);
    // It may have arrived: what is sent again carries the time of the press.
    expect((await pressesOf(EDITH))[0]?.wasSent).toBe(true);
    const second = serverThat({});
    await deliverPresses({ owner: EDITH, ...second.part });
    expect(second.sent).toEqual(['a', 'b']);
    expect(await left()).toEqual([]);
  });

  test('goes when the server refuses it in its own words, and what follows goes on', async () => {
    const { deliverPresses, add, left } = await newPage();
    for (const key of ['a', 'b']) await add(key);
    const { heard, part } = serverThat({ a: new Failure(404, SENTENCE) });
    await deliverPresses({ owner: EDITH, ...part });
    expect(heard).toEqual([
      ['a', 'refused'],
      ['b', 'delivered'],
    ]);
    expect(await left()).toEqual([]);
  });

  test('is as if it had never been sent when the server says that it did nothing', async () => {
    const { deliverPresses, add, pressesOf } = await newPage();
    await add('a');
    const { heard, part } = serverThat({ a: new Failure(503) });
    await deliverPresses({ owner: EDITH, ...part });
    expect(heard).toEqual([['a', 'not now']]);
    expect((await pressesOf(EDITH))[0]?.wasSent).toBe(false);
  });

  test('of a dose that failed keeps its order, and does not hold up the others', async () => {
    const { deliverPresses, add, left } = await newPage();
    await add('a');
    await add('a again', { medicationId: 'a', status: 'pending' });
    await add('b');
    const { sent, part } = serverThat({ a: new Failure(500, '{"error":"It failed."}') });
    await deliverPresses({ owner: EDITH, ...part });
    expect(sent).toEqual(['a', 'b']);
    expect(await left()).toEqual(['a', 'a again']);
  });
});

test('what cannot be written is delivered from the page', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new Error('not allowed');
    },
  });
  const { deliverPresses, add, left } = await newPage();
  await add('a');
  const lost = serverThat({ a: new TypeError('Failed to fetch') });
  await deliverPresses({ owner: EDITH, ...lost.part });
  expect(await left()).toEqual(['a']);
  const { sent, part } = serverThat({});
  await deliverPresses({ owner: EDITH, ...part });
  expect(sent).toEqual(['a']);
  expect(await left()).toEqual([]);
});
