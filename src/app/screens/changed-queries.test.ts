import { expect, it } from 'vitest';
import { keysOf } from './changed-queries.ts';

it.each([
  [['home-buttons'], ['today', 'home-buttons']],
  [
    ['medication-logs', 'home-buttons'],
    [
      'today',
      'upcoming-medications',
      'medication-logs',
      'adherence',
      'alerts',
      'stocks',
      'home-buttons',
    ],
  ],
  [
    ['alerts', 'alarm-tests'],
    ['today', 'alerts', 'alarm-tests'],
  ],
  [['devices'], ['today', 'devices']],
  [[], []],
])('a change of %j invalidates %j', (topics, keys) => {
  expect([...keysOf(topics)]).toEqual(keys);
});

it('an unknown topic invalidates all queries', () => {
  for (const topics of [['anything'], ['settings', 'new-thing']]) {
    expect([...keysOf(topics)]).toEqual(expect.arrayContaining(['photos', 'settings', 'today']));
  }
});
