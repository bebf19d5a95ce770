import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#platform/shared/durations.ts';
import {
  type PersistenceRule,
  picturesIn,
  roomForPictures,
  ruleFor,
  worthShowing,
} from './persistence-rules.ts';

const MIB = 1024 * 1024;

describe('ruleFor query keys', () => {
  const settings: PersistenceRule = { prefix: ['settings'], longestMs: 1 };
  const newest: PersistenceRule = { prefix: ['photos', 'newest'], longestMs: 1 };

  it.each([
    [['settings'], settings],
    [['photos', 'newest'], newest],
    [['photos', 'newest', 24], newest],
    [['photos'], undefined],
    [['photos', 'an album'], undefined],
    [['people'], undefined],
    [['settings-of-others'], undefined],
    [[], undefined],
  ])('ruleFor returns the right rule for the key %j', (key, rule) => {
    expect(ruleFor(key, [settings, newest])).toBe(rule);
  });
});

describe('worthShowing tolerates a clock that was set back by an hour', () => {
  const answer = { key: ['weather'], data: {}, readAt: 10 * HOUR_MS, showUntil: 13 * HOUR_MS };

  it.each([
    [9 * HOUR_MS - 1, false],
    [9 * HOUR_MS, true],
    [10 * HOUR_MS, true],
    [13 * HOUR_MS - 1, true],
    [13 * HOUR_MS, false],
  ])('an answer at the time %i is shown: %s', (now, isShown) => {
    expect(worthShowing([answer], now)).toEqual(isShown ? [answer] : []);
  });
});

it('picturesIn finds the image paths in answers, each once and in order', () => {
  const answers = [
    { imageUrl: '/uploads/pill.webp', name: 'Metformin' },
    [{ url: '/uploads/lake.webp', thumbnails: [{ url: '/uploads/lake-240.webp', width: 240 }] }],
    { again: '/uploads/pill.webp', elsewhere: 'https://example.org/uploads/x.jpg', none: null },
  ];
  expect(picturesIn(answers)).toEqual([
    '/uploads/pill.webp',
    '/uploads/lake.webp',
    '/uploads/lake-240.webp',
  ]);
});

describe('roomForPictures is a tenth of the free space, up to the maximum', () => {
  it.each([
    ['an empty device', { quota: 10_000 * MIB, usage: 0 }, 0, 96 * MIB],
    ['a small device', { quota: 100 * MIB, usage: 0 }, 0, 10 * MIB],
    ['a device half full of other data', { quota: 100 * MIB, usage: 50 * MIB }, 0, 5 * MIB],
    [
      'a device with images stored already',
      { quota: 100 * MIB, usage: 50 * MIB },
      10 * MIB,
      6 * MIB,
    ],
    ['a full device', { quota: 100 * MIB, usage: 120 * MIB }, 0, 0],
    ['a device that reports no estimate', {}, 0, 96 * MIB],
  ])('the space for images on %s', (_tablet, estimate, pictures, room) => {
    expect(roomForPictures(96 * MIB, { estimate, pictures })).toBe(room);
  });
});
