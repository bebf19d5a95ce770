import { describe, expect, it } from 'vitest';
import type { PresentState } from '#features/alerts/domain/tablet-state.ts';
import type { LogStatus } from '#features/medications/contract.ts';
import { type Answer, answerOf, byNeed, type DoseState, doseState } from './answer.ts';

const DUE = new Date('2026-03-10T12:00:00Z');
const msAfter = (ms: number) => new Date(DUE.getTime() + ms);
const HOUR = 3_600_000;

describe('the state of a dose of today (doseState)', () => {
  it.each<[LogStatus, number, DoseState, number | undefined]>([
    ['pending', -1, 'later', 0],
    ['pending', 0, 'due', HOUR + 1],
    ['pending', HOUR, 'due', HOUR + 1],
    ['pending', HOUR + 1, 'overdue', undefined],
    ['taken', -HOUR, 'taken', undefined],
    ['skipped', 5 * HOUR, 'skipped', undefined],
    ['missed', 5 * HOUR, 'missed', undefined],
  ])('a dose that is %s, %s ms after its time, is %s until %s', (status, ms, state, until) => {
    const stands = doseState({ status, scheduledTime: DUE }, msAfter(ms));
    expect(stands.state).toBe(state);
    expect(stands.until).toEqual(until === undefined ? undefined : msAfter(until));
  });

  it('the state changes exactly at `until` and not before', () => {
    let now = msAfter(-9 * HOUR);
    const seen: DoseState[] = [];
    for (;;) {
      const { state, until } = doseState({ status: 'pending', scheduledTime: DUE }, now);
      seen.push(state);
      if (until === undefined) break;
      const before = new Date(until.getTime() - 1);
      expect(doseState({ status: 'pending', scheduledTime: DUE }, before).state).toBe(state);
      now = until;
    }
    expect(seen).toEqual(['later', 'due', 'overdue']);
  });
});

describe('the answer about a person (answerOf)', () => {
  const well: PresentState[] = ['sounding'];

  it.each<[Answer, DoseState[], PresentState[]]>([
    ['all-right', ['taken', 'skipped', 'later'], well],
    ['all-right', ['later'], well],
    ['all-right', ['taken'], ['not known']],
    ['all-right', ['taken'], ['gone', 'hidden', 'sounding']],
    ['nothing-today', [], well],
    ['no-tablet', ['taken', 'later'], []],
    ['no-tablet', [], []],
    ['cannot-ring', ['taken'], ['silent']],
    ['cannot-ring', [], ['hidden']],
    ['cannot-ring', ['later'], ['gone', 'silent']],
    ['open', ['taken', 'due', 'later'], well],
    ['open', ['due'], []],
    ['open', ['due'], ['silent']],
    ['tablet-silent', ['due'], ['gone']],
    ['tablet-silent', ['taken'], ['gone', 'gone']],
    ['missed', ['missed', 'due'], ['gone']],
    ['missed', ['missed', 'taken'], well],
    ['overdue', ['missed', 'overdue', 'due'], ['gone']],
    ['overdue', ['overdue', 'taken'], well],
  ])('answerOf returns %s for the doses %j and the tablets %j', (answer, doses, tablets) => {
    expect(answerOf({ isSomebody: true, isAway: false, doses, tablets })).toBe(answer);
  });

  it.each<[Answer, DoseState[], PresentState[]]>([
    ['away', [], well],
    ['away', ['taken'], ['gone']],
    ['away', [], []],
    ['missed', ['missed'], ['gone']],
    ['overdue', ['overdue'], well],
    // A dose of `system`, which is for every elder.
    ['open', ['due'], ['gone']],
  ])(
    'answerOf returns %s for an elder who is away, with the doses %j and the tablets %j',
    (answer, doses, tablets) => {
      expect(answerOf({ isSomebody: true, isAway: true, doses, tablets })).toBe(answer);
    },
  );

  it.each<[Answer, DoseState[]]>([
    ['no-person', []],
    ['no-person', ['taken', 'later']],
    ['open', ['due']],
    ['overdue', ['overdue']],
  ])('answerOf returns %s without an elder, with the doses %j', (answer, doses) => {
    expect(answerOf({ isSomebody: false, isAway: false, doses, tablets: [] })).toBe(answer);
  });

  it('byNeed sorts by urgency, then by name', () => {
    const people = (
      [
        ['Rose', 'all-right'],
        ['Ada', 'all-right'],
        ['Max', 'open'],
        ['Zoe', 'overdue'],
      ] as const
    ).map(([name, answer]) => ({ name, answer }));
    expect(byNeed(people).map(({ name }) => name)).toEqual(['Zoe', 'Max', 'Ada', 'Rose']);
  });
});
