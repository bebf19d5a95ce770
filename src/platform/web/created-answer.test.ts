import { expect, test } from 'vitest';
import { returnsCreated } from './created-answer.ts';

const LOG = { id: 'l1', medicationId: 'm', status: 'taken' };

test.each<[unknown, boolean]>([
  [LOG, true],
  // Answers that an intermediary sends with a good status.
  [undefined, false],
  [null, false],
  [{}, false],
  [{ id: '' }, false],
  [{ id: 7 }, false],
  [[LOG], false],
  ['<!doctype html>', false],
  [{ status: 'ok' }, false],
])('tellsWhatWasMade of the answer %j is %j', (answer, isTold) => {
  expect(returnsCreated(answer)).toBe(isTold);
});
