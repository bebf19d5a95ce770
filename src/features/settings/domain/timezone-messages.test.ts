import { describe, expect, it } from 'vitest';
import type { TimezoneEffects } from '../contract.ts';
import { needsQuestion, timezoneQuestion } from './timezone-messages.ts';

const NONE: TimezoneEffects = { moves: [], overdue: [], dropped: [], missed: [] };
const ZONES = { from: 'America/New_York', to: 'Asia/Tokyo' };
const dose = (medication: string, time: string) => ({ medication, date: '2026-03-10', time });
const move = (time: string, becomes: string, medications = 1) => ({ time, becomes, medications });

describe('timezoneQuestion describes a change of the time zone', () => {
  it('the question contains the new time of each reminder on the current clock', () => {
    const moves = [move('08:00', '18:00', 8), move('20:00', '06:00')];
    expect(timezoneQuestion({ ...NONE, moves }, ZONES)).toBe(
      'Reminders will follow Japan Standard time. On the present clock (Eastern time), 8:00 AM becomes 6:00 PM for 8 medications and 8:00 PM becomes 6:00 AM for 1 medication. You can undo this for 24 hours.',
    );
  });

  it('the question counts the reminder times after the fourth', () => {
    const times = ['06:00', '08:00', '10:00', '12:00', '14:00', '16:00'];
    const moves = times.map((time) => move(time, '01:00'));
    expect(timezoneQuestion({ ...NONE, moves }, ZONES)).toContain(', and 2 more times also move.');
  });

  it.each<[string, Partial<TimezoneEffects>, string]>([
    [
      'immediately overdue',
      { overdue: [dose('Metformin', '12:00')] },
      'Asked for at once as overdue: Metformin at 12:00 PM.',
    ],
    [
      'dropped',
      { dropped: [dose('Metformin', '12:00'), dose('Aspirin', '12:30')] },
      'Not asked for, because it is too soon after the dose before: Metformin at 12:00 PM and Aspirin at 12:30 PM.',
    ],
    [
      'missed',
      { missed: [dose('Metformin', '08:00')] },
      'Missed, because the time to answer ends: Metformin at 8:00 AM.',
    ],
  ])('the question names the doses that are %s', (_, effects, sentence) => {
    expect(timezoneQuestion({ ...NONE, ...effects }, ZONES)).toContain(sentence);
  });

  it('a change without effect on reminders needs no confirmation', () => {
    expect(needsQuestion(NONE)).toBe(false);
    expect(needsQuestion({ ...NONE, moves: [move('08:00', '18:00')] })).toBe(true);
    expect(needsQuestion({ ...NONE, missed: [dose('Metformin', '08:00')] })).toBe(true);
  });
});
