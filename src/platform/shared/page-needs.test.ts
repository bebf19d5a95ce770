import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { canRun, missingIn, readNeeds, surelyMissingIn } from './page-needs.ts';

const INERT = 'HTMLElement.prototype.inert';
const FIND_LAST = 'Array.prototype.findLast';

/**
 * Global object of a page whose browser has both properties. The object below is that of a worker
 * in the same browser.
 */
const PAGE = {
  Array,
  HTMLElement: Object.assign(() => undefined, {
    prototype: {
      get inert() {
        throw new TypeError('Illegal invocation');
      },
    },
  }),
};
const WORKER = { Array };
/** Global objects of a page and a worker in a browser that has neither property. */
const OLD_PAGE = { Array: { prototype: {} }, HTMLElement: { prototype: {} } };
const OLD_WORKER = { Array: { prototype: {} } };

it('readNeeds returns the properties that the check in index.html tests', () => {
  const html = readFileSync('index.html', 'utf8');
  expect(readNeeds(html)).toEqual([INERT, FIND_LAST]);
  const [, check = ''] = /if \(!\((.*)\)\) \{/.exec(html) ?? [];
  const parts = check.split(' && ');
  expect(parts, 'each part of the condition is one of them').toHaveLength(2);
});

it('readNeeds returns nothing for a page without a check', () => {
  expect(readNeeds('<html><script type="module" src="/a.js"></script></html>')).toEqual([]);
});

it.each([
  ['a page that has both needs', PAGE, []],
  ['a page that has neither need', OLD_PAGE, [INERT, FIND_LAST]],
  ['a worker, which has no elements', WORKER, [INERT]],
])('missing in %s: %j', (_, scope, missing) => {
  expect(missingIn(scope, [INERT, FIND_LAST])).toEqual(missing);
});

it('a path through a value that is no object counts as missing', () => {
  expect(missingIn({ a: { b: 1, c: null } }, ['a.b.x', 'a.c.x', 'x.y.z', 'a.b'])).toEqual([
    'a.b.x',
    'a.c.x',
    'x.y.z',
  ]);
});

it('surelyMissingIn a worker ignores objects that workers do not have', () => {
  expect(surelyMissingIn(WORKER, [INERT, FIND_LAST])).toEqual([]);
  expect(surelyMissingIn(OLD_WORKER, [INERT, FIND_LAST])).toEqual([FIND_LAST]);
});

it.each([
  ['without the header', null, [], OLD_WORKER, true],
  ['with an empty header', '', [], OLD_WORKER, true],
  ['with the same needs', `${INERT} ${FIND_LAST}`, [FIND_LAST, INERT], OLD_WORKER, true],
  ['with fewer needs', INERT, [INERT, FIND_LAST], OLD_WORKER, true],
  ['with one more need, which the worker meets', `${INERT} ${FIND_LAST}`, [INERT], WORKER, true],
  [
    'with one more need, which the worker does not meet',
    `${INERT} ${FIND_LAST}`,
    [INERT],
    OLD_WORKER,
    false,
  ],
  [
    'with one more need, which only a page can check',
    `${INERT} ${FIND_LAST}`,
    [FIND_LAST],
    WORKER,
    false,
  ],
])('a page %s can run: %#', (_, header, met, scope, expected) => {
  expect(canRun(header, met, scope)).toBe(expected);
});
