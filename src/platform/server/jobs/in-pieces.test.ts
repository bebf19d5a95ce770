import { expect, it } from 'vitest';
import { inPieces } from './in-pieces.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

it('inPieces processes 2,500 items in chunks of 1,000', async () => {
  const sizes: number[] = [];
  const undone = await inPieces(
    numbers(2500),
    async (piece) => sizes.push(piece.length),
    (error) => expect.unreachable(String(error)),
  );
  expect(sizes).toEqual([1000, 1000, 500]);
  expect(undone).toEqual([]);
});

it('a failed chunk does not stop the others, and its items are returned', async () => {
  const done: number[] = [];
  const errors: unknown[] = [];
  const undone = await inPieces(
    numbers(3000),
    async (piece) => {
      if (piece.includes(1500)) throw new Error('no');
      done.push(...piece);
    },
    (error) => errors.push(error),
  );
  expect(done).toHaveLength(2000);
  expect(undone).toEqual(numbers(3000).slice(1000, 2000));
  expect(errors).toHaveLength(1);
});

it('inPieces stops after a few failed chunks and returns all unprocessed items', async () => {
  let tries = 0;
  const undone = await inPieces(
    numbers(100_000),
    async () => {
      tries += 1;
      throw new Error('no database');
    },
    () => undefined,
  );
  expect(tries).toBe(3);
  expect(undone).toEqual(numbers(100_000));
});
