import { expect, it } from 'vitest';
import type { BinItem } from '../contract.ts';
import { deletedByMessage, leftMessage, restoredMessage, whatMessage } from './bin-messages.ts';

const PHOTO: BinItem = {
  id: 'p',
  kind: 'photo',
  name: 'At the lake',
  detail: 'Summer',
  photos: null,
  pictureUrl: null,
  deletedAt: '2026-03-10T02:00:00.000Z',
  deletedBy: 'Ada Lovelace',
  goesAt: '2026-04-09T02:00:00.000Z',
};

it.each<[Partial<BinItem>, string]>([
  [{}, 'Photo in “Summer”'],
  [{ kind: 'album', photos: 1, detail: '' }, 'Album with 1 photo'],
  [{ kind: 'album', photos: 3, detail: '' }, 'Album with 3 photos'],
  [{ kind: 'medication', detail: '10 mg' }, 'Medication, 10 mg'],
  [{ kind: 'event', detail: '' }, 'Event'],
  [{ kind: 'person', detail: '1 note' }, 'Person, 1 note'],
])('an item with %j is described as %s', (changed, said) => {
  expect(whatMessage({ ...PHOTO, ...changed })).toBe(said);
});

it('the text names the person and the local day of the deletion', () => {
  expect(deletedByMessage(PHOTO, 'America/New_York')).toBe('Deleted by Ada Lovelace, Mar 9, 2026');
});

it.each([
  ['2026-03-10T02:00:00.000Z', '30 days left'],
  ['2026-03-11T02:00:01.000Z', '29 days left'],
  ['2026-04-08T02:00:00.000Z', 'Less than a day left'],
])('at %s the remaining time is %s', (now, said) => {
  expect(leftMessage(PHOTO, new Date(now))).toBe(said);
});

it('the message after a restore ends with the parts that were not restored', () => {
  expect(restoredMessage('Rose', []).text).toBe('Rose is back.');
  expect(restoredMessage('Rose', ['Without an email.']).text).toBe(
    'Rose is back. Without an email.',
  );
});
