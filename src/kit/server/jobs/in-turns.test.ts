import { QueryPromise } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { inTurns } from './in-turns.ts';

class Query extends QueryPromise<number> {
  readonly #answer: number;

  constructor(answer: number) {
    super();
    this.#answer = answer;
  }

  override async execute(): Promise<number> {
    return this.#answer;
  }
}

it('what is made at once, is promised, or is a query that runs when it is awaited comes in its order', async () => {
  const works = [
    (one: number) => one,
    (one: number) => Promise.resolve(one),
    (one: number) => new Query(one),
  ];
  expect(await inTurns([0, 1, 2], (one) => works[one]?.(one))).toEqual([0, 1, 2]);
});
