import { expect, it } from 'vitest';
import { recentUses, STARTS_READ, type Start } from './recent.ts';

const visit = (activity: string, userId = 'rose'): Start => ({ userId, activity, itemId: null });
const opening = (activity: string, itemId: string, userId = 'rose'): Start => ({
  userId,
  activity,
  itemId,
});

it.each<[string, Start[], number[]]>([
  ['nothing', [], []],
  ['a visit on which nothing was opened is told', [visit('watch')], [0]],
  ['one on which a video was opened is not', [opening('watch', 'birds'), visit('watch')], [0]],
  [
    'of one on which two were opened both are told, and the one before it too',
    [opening('watch', 'birds'), opening('watch', 'trains'), visit('watch'), visit('watch')],
    [0, 1, 3],
  ],
  [
    'a visit to another screen is told',
    [opening('watch', 'birds'), visit('myday'), visit('watch')],
    [0, 1],
  ],
  [
    "somebody else's visit is told",
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
