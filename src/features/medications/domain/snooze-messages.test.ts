import { expect, test } from 'vitest';
import { closedMessage, snoozedMessage, spokenSilence, waitsMessage } from './snooze-messages.ts';

const dose = (name: string) => ({
  medication: {
    name,
    dosage: '',
    instructions: '',
    pillImageUrl: null,
    soundEnabled: true,
    reminderEnabled: true,
  },
});

const ONE = [dose('Metformin')];
const TWO = [dose('Metformin'), dose('Lisinopril')];
const UNTIL = Date.parse('2026-03-10T16:14:00Z');
const ZONE = 'America/New_York';

test.each([
  [snoozedMessage(ONE, UNTIL, ZONE), 'Metformin rings again at 12:14 PM'],
  [snoozedMessage(TWO, UNTIL, ZONE), '2 medications ring again at 12:14 PM'],
  [snoozedMessage(ONE, UNTIL, undefined), 'Metformin rings again'],
  [closedMessage(ONE), 'Metformin: no more ringing'],
  [closedMessage(TWO), '2 medications: no more ringing'],
  [waitsMessage(ONE), 'It waits on My Day.'],
  [waitsMessage(TWO), 'They wait on My Day.'],
  [spokenSilence(ONE, UNTIL, ZONE), 'I will remind you again at 12:14 PM.'],
  [spokenSilence(ONE, undefined, ZONE), 'No more ringing. Metformin is on My Day.'],
  [spokenSilence(TWO, undefined, ZONE), 'No more ringing. 2 medications are on My Day.'],
])('the message of a snooze reads: %s', (message, expected) => {
  expect(message).toBe(expected);
});
