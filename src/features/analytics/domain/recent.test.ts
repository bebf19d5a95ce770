import { expect, it } from 'vitest';
import { recentUses, STARTS_READ, type Start } from './recent.ts';

const visit = (activity: string, userId = 'rose'): Start => ({ userId, activity, itemId: null });
const opening = (activity: string, itemId: string, userId = 'rose'): Start => ({
  userId,
  activity,
  itemId,
});

it.each<[string, Start[], number[]]>([
  ['no starts', [], []],
  ['a visit without an opening is listed', [visit('watch')], [0]],
  ['a visit with an opening is not listed', [opening('watch', 'birds'), visit('watch')], [0]],
  [
    'two openings of one visit are listed, and the visit before',
    [opening('watch', 'birds'), opening('watch', 'trains'), visit('watch'), visit('watch')],
    [0, 1, 3],
  ],
  [
    'a visit to another screen is listed',
    [opening('watch', 'birds'), visit('myday'), visit('watch')],
    [0, 1],
  ],
  [
    'a visit of another person is listed',
    [opening('watch', 'birds'), visit('watch', 'henry'), visit('watch')],
    [0, 1],
  ],
])('recent uses: %s', (_name, starts, told) => {
  expect(recentUses(starts)).toEqual(told.map((index) => starts[index]));
});

it('the list has at most six entries, even if each visit has an opening', () => {
  const starts = Array.from({ length: STARTS_READ }, (_, index) =>
    index % 2 === 0 ? opening('read', `${index}`) : visit('read'),
  );
  expect(recentUses(starts)).toHaveLength(6);
  expect(recentUses(starts.map(() => visit('call')))).toHaveLength(6);
});
