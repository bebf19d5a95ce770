import { expect, it } from 'vitest';
import { worded } from './errors.ts';

const withCode = (code: string) => Object.assign(new Error('of the system'), { code });

it.each([
  ['a full disk', withCode('ENOSPC'), 507, undefined],
  [
    "a full disk under the database, inside Drizzle's error",
    inside(withCode('53100')),
    507,
    undefined,
  ],
  ['a refused connection', withCode('ECONNREFUSED'), 503, 5],
  ['a database that is shutting down', inside(withCode('57P01')), 503, 5],
  ['a database that says nothing', inside(new Error('Query read timeout')), 503, 5],
  ['anything else', new Error('secret of the inside'), 500, undefined],
])('%s is worded without its inside', (_, error, status, retryAfterSeconds) => {
  const answer = worded(error);
  expect([answer.status, answer.retryAfterSeconds]).toEqual([status, retryAfterSeconds]);
  expect(String(answer.body.error)).toMatch(/^[A-Z].*\.$/);
  expect(JSON.stringify(answer)).not.toMatch(/secret|system/);
});

function inside(cause: Error): Error {
  return new Error('Failed query', { cause });
}
