import { expect, it } from 'vitest';
import { worded } from './errors.ts';

const withCode = (code: string) => Object.assign(new Error('of the system'), { code });

it.each([
  ['a full disk', withCode('ENOSPC'), 507, 'no-room', undefined],
  [
    'a full disk of the database, wrapped in a Drizzle error',
    inside(withCode('53100')),
    507,
    'no-room',
    undefined,
  ],
  ['a refused connection', withCode('ECONNREFUSED'), 503, 'not-ready', 5],
  ['a database that is shutting down', inside(withCode('57P01')), 503, 'not-ready', 5],
  [
    'a database that does not respond',
    inside(new Error('Query read timeout')),
    503,
    'not-ready',
    5,
  ],
  ['any other error', new Error('secret of the inside'), 500, 'server-failed', undefined],
])('%s is answered without internal details', (_, error, status, code, retryAfterSeconds) => {
  const answer = worded(error);
  expect(answer).toMatchObject({ status, body: { code }, retryAfterSeconds });
  expect(String(answer.body.error)).toMatch(/^[A-Z].*\.$/);
  expect(JSON.stringify(answer)).not.toMatch(/secret|system/);
});

it.each([
  [400, 'not-understood'],
  [404, 'not-found'],
  [405, 'wrong-method'],
  [406, 'not-understood'],
  [408, 'request-too-slow'],
  [413, 'too-large'],
  [414, 'address-too-long'],
  [415, 'wrong-content-type'],
  [431, 'head-too-large'],
  [302, 'server-failed'],
])('a Fastify error with status %i has the code %s', (statusCode, code) => {
  const { status, body } = worded(Object.assign(new Error('of Fastify'), { statusCode }));
  expect(status).toBe(statusCode < 400 ? 500 : statusCode);
  expect(body).toEqual({ error: expect.stringMatching(/^[A-Z].*\.$/), code });
});

function inside(cause: Error): Error {
  return new Error('Failed query', { cause });
}
