import { expect, it } from 'vitest';
import { isRefusal, Refusal, refusalsOf, some } from './refusal.ts';

const KINDS = {
  'can-empty': { status: 409, sentence: 'The can is empty.' },
  'wrong-food': { status: 400, sentence: 'Cats do not eat this.', field: 'food' },
  'cats-full': { status: 409 },
  'cat-asleep': { status: 503, sentence: 'The cat is asleep.', retryAfterSeconds: 60 },
} as const;

const refusal = refusalsOf(KINDS);

it.each([
  ['the message of its kind', refusal('can-empty'), { status: 409, message: 'The can is empty.' }],
  [
    'a different message',
    refusal('can-empty', 'Both are.'),
    { code: 'can-empty', message: 'Both are.' },
  ],
  [
    'a message given at the throw',
    refusal('cats-full', 'There are 9.'),
    { message: 'There are 9.' },
  ],
  ['the fields of its kind', refusal('wrong-food'), { fields: { food: 'Cats do not eat this.' } }],
  [
    'different fields',
    refusal('wrong-food', { fields: { cat: 'Who?' } }),
    { fields: { cat: 'Who?' } },
  ],
  ['the retry time of its kind', refusal('cat-asleep'), { retryAfterSeconds: 60 }],
  [
    'a different retry time',
    refusal('cat-asleep', { retryAfterSeconds: 5 }),
    { retryAfterSeconds: 5 },
  ],
  ['additional data', refusal('can-empty', { more: { left: 0 } }), { more: { left: 0 } }],
  [
    'additional data from two calls',
    refusal('can-empty', { more: { a: 1 } }).with({ b: 2 }),
    { more: { a: 1, b: 2 } },
  ],
])('a refusal is made of its kind, with %s', (_, made, expected) => {
  expect(made).toBeInstanceOf(Refusal);
  expect(made).toMatchObject(expected);
});

it('a refusal keeps the given cause', () => {
  const cause = new Error('of the can');
  expect(refusal('can-empty', { cause }).cause).toBe(cause);
});

it('isRefusal is true only for a Refusal with this code', () => {
  const is = (error: unknown) => isRefusal<keyof typeof KINDS>(error, 'can-empty');
  expect(is(refusal('can-empty'))).toBe(true);
  expect(is(refusal('cats-full', 'There are 9.'))).toBe(false);
  expect(is(Object.assign(new Error('The can is empty.'), { code: 'can-empty' }))).toBe(false);
});

it('some() returns the named kinds', () => {
  expect(some(KINDS, 'cats-full', 'can-empty')).toEqual({
    'cats-full': KINDS['cats-full'],
    'can-empty': KINDS['can-empty'],
  });
});

it('a code that is not declared does not compile', () => {
  // Never called: the type checker verifies that each call in it is an error.
  const mistakes = () => [
    // @ts-expect-error: no such code
    refusal('dog-full', 'There are 9.'),
    // @ts-expect-error: it has no sentence of its own
    refusal('cats-full'),
    // @ts-expect-error: only a maker of kinds makes one
    new Refusal({ status: 409, code: 'dog-full', sentence: 'There are 9.' }),
    // @ts-expect-error: a code of nobody
    isRefusal(new Error(), 'can-empty'),
    // @ts-expect-error: no such code
    some(KINDS, 'dog-full'),
  ];
  expect(mistakes).toBeTypeOf('function');
});
