import { expect, it } from 'vitest';
import { importedMessage } from './imported-messages.ts';

const REST = 'The others choose a new password, and tablets are set up again.';

it.each([
  [{ counts: {}, lostFiles: 0, notes: [] }, `nothing. ${REST}`],
  [{ counts: { people: 1, logs: 40 }, lostFiles: 0, notes: [] }, `1 person. ${REST}`],
  [
    { counts: { people: 2, medications: 1, photos: 40 }, lostFiles: 0, notes: [] },
    `2 people, 1 medication and 40 photos. ${REST}`,
  ],
  [
    { counts: { people: 2, photos: 1 }, lostFiles: 3, notes: ['Rose has no email here.'] },
    `2 people and 1 photo. 3 files were lost before. Rose has no email here. ${REST}`,
  ],
])('broughtInMessage describes %j as %s', (result, words) => {
  expect(importedMessage(result)).toBe(words);
});
