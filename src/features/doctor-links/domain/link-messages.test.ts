import { expect, it } from 'vitest';
import { linkMessage } from './link-messages.ts';

const link = { expiresAt: '2026-03-17T12:05:00Z', openings: 0, openedAt: null };
const openedAt = '2026-03-11T13:30:00Z';

it.each([
  [{}, 'Not opened yet.'],
  [{ openings: 1, openedAt }, 'Opened once, last on Mar 11, 2026, 9:30 AM.'],
  [{ openings: 2, openedAt }, 'Opened twice, last on Mar 11, 2026, 9:30 AM.'],
  [{ openings: 7, openedAt }, 'Opened 7 times, last on Mar 11, 2026, 9:30 AM.'],
])('linkMessage describes a link with %j', (changed, words) => {
  expect(linkMessage({ ...link, ...changed }, 'America/New_York')).toBe(
    `Until Mar 17, 2026, 8:05 AM. ${words}`,
  );
});
