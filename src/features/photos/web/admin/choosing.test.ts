import { describe, expect, it } from 'vitest';
import type { Photo } from '../../contract.ts';
import { afterPress, byDate, chosenFirst } from './choosing.ts';

const newPhoto = (given: Partial<Photo>): Photo => ({
  id: '',
  albumId: 'new',
  filename: '',
  originalName: '',
  caption: '',
  order: 0,
  url: '',
  thumbnailUrl: null,
  thumbnails: [],
  width: 1,
  height: 1,
  takenAt: null,
  uploadedAt: '2026-03-10T12:00:00.000Z',
  ...given,
});

const IDS = ['a', 'b', 'c', 'd', 'e'];

describe('afterPress for one photo', () => {
  it.each([
    ['it is selected', '', { id: 'b', isRange: false }, 'b'],
    ['a selected one is deselected', 'ab', { id: 'b', isRange: false }, 'a'],
    [
      'with Shift selects the range from the last pressed one',
      'b',
      { id: 'd', before: 'b', isRange: true },
      'bcd',
    ],
    ['with Shift selects a range backwards', 'd', { id: 'b', before: 'd', isRange: true }, 'bcd'],
    [
      'with Shift deselects the range if the last pressed one was deselected',
      'abcd',
      { id: 'd', before: 'e', isRange: true },
      'abc',
    ],
    ['with Shift and no last one selects only it', '', { id: 'c', isRange: true }, 'c'],
    [
      'with Shift after a last one that is gone selects only it',
      '',
      { id: 'c', before: 'x', isRange: true },
      'c',
    ],
    [
      'with Shift on the last pressed one deselects it',
      'c',
      { id: 'c', before: 'c', isRange: true },
      '',
    ],
    ['other selected photos stay selected', 'e', { id: 'b', before: 'a', isRange: false }, 'be'],
  ])('a press on a photo: %s', (_, chosen, press, after) => {
    expect([...afterPress(IDS, new Set(chosen), press)].sort().join('')).toBe(after);
  });
});

it('selected photos go first in their current order', () => {
  expect(chosenFirst(IDS, new Set(['d', 'b', 'gone']))).toEqual(['b', 'd', 'a', 'c', 'e']);
});

describe('order by date', () => {
  const photos = [
    newPhoto({ id: 'uploaded', takenAt: null, uploadedAt: '2025-05-01T10:00:00.000Z' }),
    newPhoto({ id: 'summer', takenAt: '2024-07-01T18:30:00' }),
    newPhoto({ id: 'same as summer', takenAt: '2024-07-01T18:30:00' }),
    newPhoto({ id: 'old', takenAt: '1998-12-24T18:00:00' }),
  ];

  it('photos are ordered by the time they were taken or, if unknown, uploaded', () => {
    expect(byDate(photos, 'oldest')).toEqual(['old', 'summer', 'same as summer', 'uploaded']);
    expect(byDate(photos, 'newest')).toEqual(['uploaded', 'summer', 'same as summer', 'old']);
  });
});
