import { describe, expect, test, vi } from 'vitest';
import { endpoint } from '#platform/shared/endpoint.ts';
import { ApiError, callersOf, gotNoAnswer, holdCalls, NoAnswer, refusedWith } from './api.ts';
import { serverTimeSinceAnswer } from './server-clock.ts';

const ENDPOINTS = {
  things: endpoint('GET /api/things', { who: 'user', summary: 'Things.' }),
  add: endpoint('POST /api/things', { who: 'user', summary: 'Adds one.' }),
  who: endpoint('GET /api/who', { who: 'user', summary: 'Who is here.' }),
};
const calls = callersOf<typeof ENDPOINTS>()({
  things: 'GET /api/things',
  add: 'POST /api/things',
  who: 'GET /api/who',
});

function answer(body: string | null, status = 200) {
  const headers = { Date: 'Tue, 10 Mar 2026 12:00:00 GMT' };
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers }));
}

test.each<[string, string]>([
  ['an empty body', ''],
  ['an empty object', '{}'],
  ['an empty object with a newline', '{ }\n'],
  ['an HTML page', '<!doctype html><title>Sign in</title>'],
  ['truncated JSON', '[{"id":"1"'],
])(
  'a good status with %s is no answer of the server and does not set the clock',
  async (_, body) => {
    answer(body);
    const failure = await calls.things().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(NoAnswer);
    expect(failure instanceof Error && gotNoAnswer(failure)).toBe(true);
    expect(serverTimeSinceAnswer()).toBeUndefined();
  },
);

test.each<[string, string | null, number, unknown]>([
  ['an empty list', '[]', 200, []],
  ['an object', '{"id":"1"}', 200, { id: '1' }],
  ['null', 'null', 200, null],
  ['status 204 without a body', null, 204, undefined],
])('%s is accepted as an answer', async (_, body, status, expected) => {
  answer(body, status);
  expect(await calls.things()).toEqual(expected);
  expect(serverTimeSinceAnswer()).toBeDefined();
});

test.each([
  ['{"error":"It is full.","code":"can-full"}', true],
  ['{"error":"It is full.","code":"can-empty"}', false],
  ['{"error":"It is full."}', false],
  ['<html>can-full</html>', false],
])('%s is the refusal can-full: %s', (text, expected) => {
  const error = new ApiError(409, text, '');
  expect(refusedWith<'can-full' | 'can-empty'>(error, 'can-full')).toBe(expected);
});

test('an error answer of the server rejects with an ApiError', async () => {
  answer('{"error":"Not found."}', 404);
  await expect(calls.things()).rejects.toEqual(new ApiError(404, '{"error":"Not found."}', ''));
});

describe('calls that are held until the user is known', () => {
  /**
   * Makes a read, a write, and the call that is exempt from holding. Returns the outcomes of the
   * read and the write.
   */
  async function meanwhile(end: Promise<boolean>) {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
      asked.push(`${method} ${path}`);
      return new Response('[]');
    });
    let settle: (until: Promise<boolean>) => void = () => undefined;
    const until = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    holdCalls({ until, butFor: 'GET /api/who' });
    const held = Promise.allSettled([calls.things(), calls.add()]);
    await calls.who();
    expect(asked).toEqual(['GET /api/who']);
    settle(end);
    const outcomes = (await held).map(({ status }) => status);
    asked.length = 0;
    await calls.add();
    expect(asked, 'afterwards nothing is held').toEqual(['POST /api/things']);
    return outcomes;
  }

  test('a write is sent after the expected user is confirmed', async () => {
    expect(await meanwhile(Promise.resolve(true))).toEqual(['fulfilled', 'fulfilled']);
  });

  test('a write is rejected if another user is signed in', async () => {
    expect(await meanwhile(Promise.resolve(false))).toEqual(['fulfilled', 'rejected']);
  });

  test('reads and writes are rejected if no user is signed in', async () => {
    const end = meanwhile(Promise.reject(new Error('nobody is here')));
    expect(await end).toEqual(['rejected', 'rejected']);
  });
});
