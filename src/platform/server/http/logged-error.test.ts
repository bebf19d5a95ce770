import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, it } from 'vitest';
import { loggedError } from './logged-error.ts';

const SECRET = 'met\n    at (her notes) $& params: of the surgeon';

function failedQuery(): Error {
  const cause = Object.assign(new Error(`invalid input: "${SECRET}"`), { code: '22P02' });
  return new DrizzleQueryError('insert into "calendar_events" values ($1)', [SECRET], cause);
}

it('the log entry of a failed query has its statement and code, but no values', () => {
  const logged = loggedError(failedQuery());
  expect(logged.message).toBe('Failed query: insert into "calendar_events" values ($1)');
  expect(logged.cause).toBe('Error 22P02');
  expect(logged.stack).toContain('logged-error.test.ts');
  expect(JSON.stringify(logged)).not.toMatch(/surgeon|notes/);
});

it('the log entry of other errors has the message and the cause', () => {
  const logged = loggedError(new TypeError('no page', { cause: new Error('no network') }));
  expect(logged).toMatchObject({ type: 'TypeError', message: 'no page', cause: 'no network' });
});
