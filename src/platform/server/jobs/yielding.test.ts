import { QueryPromise } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { inTurns } from './yielding.ts';

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

it('values, promises and thenable queries are returned in order', async () => {
  const works = [
    (one: number) => one,
    (one: number) => Promise.resolve(one),
    (one: number) => new Query(one),
  ];
  expect(await inTurns([0, 1, 2], (one) => works[one]?.(one))).toEqual([0, 1, 2]);
});
