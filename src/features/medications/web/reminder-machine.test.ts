import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import type { UpcomingMedication } from '../contract.ts';
import {
  type Dismissed,
  dismissedAfter,
  findDueReminders,
  keyOf,
  type LocalSnoozes,
} from './reminder-machine.ts';
import { silencedAt } from './silenced.ts';

const ZONE = 'America/New_York';
const NOON = Date.parse('2026-07-01T16:00:00Z');
const NOTHING: Dismissed = { date: '2026-07-01', keys: [] };

function item(
  medicationId: string,
  minutesFromNoon: number,
  more: Partial<UpcomingMedication> & { reminderEnabled?: boolean } = {},
): UpcomingMedication {
  const { reminderEnabled = true, ...rest } = more;
  return {
    id: `${medicationId}-${minutesFromNoon}`,
    medicationId,
    scheduledTime: new Date(NOON + minutesFromNoon * MINUTE_MS).toISOString(),
    status: 'pending',
    answeredAt: null,
    userId: 'system',
    medication: {
      name: 'Metformin',
      dosage: '500 mg',
      instructions: '',
      pillImageUrl: null,
      soundEnabled: true,
      reminderEnabled,
    },
    ...rest,
  };
}

const shownAt = (minutes: number, items: UpcomingMedication[], dismissed = NOTHING) =>
  findDueReminders(items, dismissed, NOON + minutes * MINUTE_MS, ZONE).shown?.id;

describe('the reminder to show (standingOf)', () => {
  test.each([
    [-5.01, undefined],
    [-5, 'a-0'],
    [0, 'a-0'],
    [60, 'a-0'],
    [60.01, undefined],
  ])('a pending item shows from 5 minutes before to 60 after its time: at %d', (minutes, id) => {
    expect(shownAt(minutes, [item('a', 0)])).toBe(id);
  });

  test('the earliest reminder is shown, with the number of waiting ones', () => {
    const standing = findDueReminders(
      [item('b', 4), item('a', 0), item('c', 30)],
      NOTHING,
      NOON,
      ZONE,
    );
    expect(standing).toMatchObject({ shown: { id: 'a-0' }, waiting: 1 });
  });

  test('duplicate entries are shown once, at the place of the first', () => {
    const items = [item('a', 0), item('b', 0), item('c', 0), item('a', 0, { id: 'twin' })];
    expect(findDueReminders(items, NOTHING, NOON, ZONE).open.map(({ id }) => id)).toEqual([
      'a-0',
      'b-0',
      'c-0',
    ]);
  });

  test.each(['taken', 'skipped', 'missed'] as const)('a dose that is %s is not shown', (status) => {
    expect(shownAt(0, [item('a', 0, { status })])).toBeUndefined();
  });

  test('a medication without reminders has no pop-up', () => {
    expect(shownAt(0, [item('a', 0, { reminderEnabled: false })])).toBeUndefined();
  });

  test('dismissing hides every entry with the same medication and time, and no other', () => {
    const twin = item('a', 0, { id: 'twin' });
    const dismissed = dismissedAfter(
      NOTHING,
      { type: 'dismissed', key: keyOf(item('a', 0)) },
      '2026-07-01',
    );
    expect(shownAt(0, [item('a', 0), twin], dismissed)).toBeUndefined();
    expect(shownAt(0, [item('a', 0), twin, item('a', 3)], dismissed)).toBe('a-3');
  });

  test('the dismissed set resets when the local date changes', () => {
    const late = item('a', 12 * 60 - 2);
    const dismissed = { date: '2026-07-01', keys: [keyOf(late)] };
    expect(shownAt(12 * 60 - 1, [late], dismissed)).toBeUndefined();
    expect(shownAt(12 * 60, [late], dismissed)).toBe(late.id);
  });

  test('without a time zone, due reminders show and dismissed ones stay hidden', () => {
    const standing = (dismissed: Dismissed, minutes = 0) =>
      findDueReminders([item('a', 0)], dismissed, NOON + minutes * MINUTE_MS, undefined);
    expect(standing(NOTHING).shown?.id).toBe('a-0');
    expect(standing({ ...NOTHING, keys: [keyOf(item('a', 0))] }).shown).toBeUndefined();
    expect(standing(NOTHING, 61).lookAgainAt).toBe(Number.POSITIVE_INFINITY);
  });

  test('a reminder dismissed before the date was known stays dismissed afterwards', () => {
    const dismissed = { date: '', keys: [keyOf(item('a', 0))] };
    expect(shownAt(0, [item('a', 0)], dismissed)).toBeUndefined();
  });

  test.each([
    ['when the next reminder opens', -30, -5],
    ['when its heading changes before the dose', -4.5, -4],
    ['when its heading changes after the dose', 16.5, 17],
    ['when the window closes', 60, 60 + 1 / MINUTE_MS],
    ['at local midnight', 61, 12 * 60],
  ])('lookAgainAt is the instant of the next change %s', (_, minutes, expected) => {
    const standing = findDueReminders([item('a', 0)], NOTHING, NOON + minutes * MINUTE_MS, ZONE);
    expect(standing.lookAgainAt).toBe(NOON + expected * MINUTE_MS);
  });
});

describe('the dismissed reminders (dismissedAfter)', () => {
  test('an undone action brings the reminder back', () => {
    const key = keyOf(item('a', 0));
    const dismissed = dismissedAfter(NOTHING, { type: 'dismissed', key }, '2026-07-01');
    expect(dismissed.keys).toEqual([key]);
    expect(dismissedAfter(dismissed, { type: 'dismissed', key }, '2026-07-01')).toEqual(dismissed);
    expect(dismissedAfter(dismissed, { type: 'restored', key }, '2026-07-01').keys).toEqual([]);
  });

  test('without a date, the date of the previous set remains', () => {
    const dismissed = { date: '2026-07-01', keys: ['a', 'b'] };
    const restored = dismissedAfter(dismissed, { type: 'restored', key: 'a' }, undefined);
    expect(restored).toEqual({ date: '2026-07-01', keys: ['b'] });
    const first = dismissedAfter(
      { date: '', keys: [] },
      { type: 'dismissed', key: 'a' },
      undefined,
    );
    expect(first).toEqual({ date: '', keys: ['a'] });
    expect(dismissedAfter(first, { type: 'dismissed', key: 'b' }, '2026-07-01')).toEqual({
      date: '2026-07-01',
      keys: ['a', 'b'],
    });
  });

  test('on another date the set starts empty', () => {
    const yesterday = { date: '2026-06-30', keys: ['old'] };
    expect(dismissedAfter(yesterday, { type: 'dismissed', key: 'new' }, '2026-07-01')).toEqual({
      date: '2026-07-01',
      keys: ['new'],
    });
  });
});

describe('snoozed reminders (standingOf, silencedAt)', () => {
  const at = (minutes: number) => NOON + minutes * MINUTE_MS;
  const iso = (minutes: number) => new Date(at(minutes)).toISOString();
  const shared = (from: number, until: number) =>
    item('a', 0, { snooze: { at: iso(from), until: iso(until) } });
  const local = (from: number, until: number): LocalSnoozes => ({
    [keyOf(item('a', 0))]: { at: at(from), until: at(until) },
  });
  const look = (minutes: number, dose: UpcomingMedication, snoozes: LocalSnoozes) =>
    findDueReminders([dose], NOTHING, at(minutes), ZONE, snoozes);

  test.each<[string, UpcomingMedication, LocalSnoozes, number, boolean]>([
    ['snoozed here, it is hidden', item('a', 0), local(3, 13), 12.99, false],
    ['snoozed here, it returns at the end', item('a', 0), local(3, 13), 13, true],
    ['snoozed on another tablet, it is hidden', shared(3, 13), {}, 12.99, false],
    ['snoozed on another tablet, it returns at the end', shared(3, 13), {}, 13, true],
    ['a later snooze here replaces that of another tablet', shared(3, 13), local(5, 15), 14, false],
    ['a later snooze on another tablet replaces that here', shared(5, 15), local(3, 13), 14, false],
    ['reopened on another tablet, it is shown', shared(5, 5), local(3, 13), 6, true],
    ['reopened here, it is shown', shared(3, 13), local(5, 5), 6, true],
    ['after the end of the dose window it is hidden', item('a', 0), local(49, 59), 60.01, false],
    ['a snooze of another dose does not hide it', item('b', 0), local(3, 13), 5, true],
  ])('the visibility of a snoozed reminder: %s', (_, dose, snoozes, minutes, isShown) => {
    expect(look(minutes, dose, snoozes).shown !== undefined).toBe(isShown);
  });

  test('lookAgainAt is the end of the snooze', () => {
    expect(look(4, item('a', 0), local(3, 13)).lookAgainAt).toBe(at(13));
  });

  test('snoozed and closed reminders are found as silenced until their window ends', () => {
    const dismissed: Dismissed = { date: '2026-07-01', keys: [keyOf(item('b', 0))] };
    const all = [item('a', 0), item('b', 0), item('c', 0)];
    const found = (minutes: number) => silencedAt(all, dismissed, local(3, 13), at(minutes), ZONE);
    expect(found(4)).toMatchObject({ doses: [{ medicationId: 'a' }], until: at(13) });
    expect(found(13)).toMatchObject({ doses: [{ medicationId: 'b' }], until: undefined });
    expect(found(60.01)).toBeUndefined();
  });
});
