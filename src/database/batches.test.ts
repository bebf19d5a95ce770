import { expect, test } from 'vitest';
import { Batches } from './batches.ts';

const turn = () => new Promise(setImmediate);
/** Waits longer than a send with its throttle delay takes. */
const turns = async () => {
  for (let left = 5; left > 0; left -= 1) await turn();
};

/** Records the batches; each one stays pending until the test settles it. */
function held() {
  const sent: (readonly string[])[] = [];
  const ends: { resolve(): void; reject(error: Error): void }[] = [];
  const batches = new Batches((ids) => {
    sent.push(ids);
    return new Promise((resolve, reject) => ends.push({ resolve, reject }));
  }, turn);
  return { batches, sent, ends };
}

test('the first id is sent at once, and ids added during the send go as one batch', async () => {
  const { batches, sent, ends } = held();
  batches.add(['a']);
  batches.add(['b', 'c']);
  batches.add(['d']);
  expect(sent).toEqual([['a']]);
  ends[0]?.resolve();
  await turns();
  expect(sent).toEqual([['a'], ['b', 'c', 'd']]);
  ends[1]?.resolve();
  await batches.settled();
  batches.add(['e']);
  expect(sent.at(-1)).toEqual(['e']);
});

test('a failed batch does not block the next one', async () => {
  const { batches, sent, ends } = held();
  batches.add(['a']);
  batches.add(['b']);
  ends[0]?.reject(new Error('no way'));
  await turns();
  expect(sent).toEqual([['a'], ['b']]);
});

test('a batch above the limit is split into several', async () => {
  const { batches, sent, ends } = held();
  batches.add(['first']);
  batches.add(Array.from({ length: 700 }, (_, at) => String(at)));
  ends[0]?.resolve();
  await turns();
  ends[1]?.resolve();
  await turns();
  expect(sent.map(({ length }) => length)).toEqual([1, 500, 200]);
});
