import { addDays, weekday } from '#platform/shared/zoned-time.ts';
import { type Frequency, needsPattern } from '../../domain/frequencies.ts';
import type { Amounts, Pattern, PatternOf, TaperStep } from '../../domain/pattern-input.ts';

const MORNING = '08:00';

const USUAL_UNIT = 'tablet';
const USUAL_AMOUNT = 1;

/** The numbers that the select lists offer, in addition to the stored one. */
export const DAYS_APART = [2, 3, 4, 5, 6, 7, 8, 9, 10, 14, 21, 28, 30, 56, 60, 84, 90, 180, 365];
export const HOURS_APART = [1, 2, 3, 4, 5, 6, 8, 12];
export const DAYS_OF_A_CYCLE = [
  ...Array.from({ length: 31 }, (_, day) => day + 1),
  ...[35, 42, 49, 56, 63, 70, 77, 84, 91, 180, 365],
];
export const AMOUNTS = [
  ...[0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 4.5],
  ...Array.from({ length: 26 }, (_, more) => more + 5),
  ...[35, 40, 45, 50, 60, 70, 80, 90, 100],
];

/** Returns the usual numbers with the stored one, sorted. */
export function withStored(usual: readonly number[], stored: number): number[] {
  return [...new Set([...usual, stored])].sort((one, other) => one - other);
}

interface Before {
  readonly times: readonly string[];
  readonly startDate: string;
  readonly amounts: Amounts | null;
}

/** Returns the pattern that the form proposes; null if the frequency needs none. */
export function firstPattern(frequency: Frequency, before: Before): Pattern | null {
  if (!needsPattern(frequency)) return null;
  const { startDate, times, amounts } = before;
  const first = { from: startDate, amount: USUAL_AMOUNT, times: [times[0] ?? MORNING] };
  const patterns: { readonly [Kind in Pattern['kind']]: PatternOf<Kind> } = {
    chosen_weekdays: { kind: 'chosen_weekdays', weekdays: [weekday(startDate)] },
    every_n_days: { kind: 'every_n_days', every: 2 },
    every_n_hours: { kind: 'every_n_hours', every: 4, from: MORNING, until: '20:00' },
    days_of_month: { kind: 'days_of_month', days: [Number(startDate.slice(8, 10))] },
    cycle: { kind: 'cycle', on: 21, off: 7 },
    taper: { kind: 'taper', unit: amounts?.unit ?? USUAL_UNIT, steps: [first] },
  };
  return patterns[frequency];
}

/** Moves the first step of a taper to its start date. */
export function begunOn(pattern: Pattern | null, startDate: string | null): Pattern | null {
  if (pattern?.kind !== 'taper' || startDate === null) return pattern;
  const steps = pattern.steps.map((step, index) =>
    index === 0 ? { ...step, from: startDate } : step,
  );
  return { ...pattern, steps };
}

/** Adds a step that begins some days after the last one, with half of its amount. */
export function withNextStep(steps: readonly TaperStep[], startDate: string): TaperStep[] {
  const last = steps.at(-1) ?? { from: startDate, amount: USUAL_AMOUNT * 2, times: [MORNING] };
  const halved = Math.max(0.25, Math.floor((last.amount / 2) * 4) / 4);
  const next = { ...last, from: addDays(last.from, DAYS_OF_A_STEP), amount: halved };
  return [...steps, next];
}

const DAYS_OF_A_STEP = 4;

/** Returns each time once with its amount, or with the default amount. */
export function amountsFor(times: readonly string[], amounts: Amounts | null): Amounts {
  const said = new Map(amounts?.ofTimes.map(({ time, amount }) => [time, amount]));
  const ofTimes = [...new Set(times)].sort().map((time) => ({
    time,
    amount: said.get(time) ?? USUAL_AMOUNT,
  }));
  return { unit: amounts?.unit ?? USUAL_UNIT, ofTimes };
}

/**
 * Returns the amounts after a change of the times: a moved time keeps its amount, and the others
 * are unchanged.
 */
export function amountsMoved(
  before: readonly string[],
  after: readonly string[],
  amounts: Amounts | null,
): Amounts | null {
  if (amounts === null) return null;
  const isMove = before.length === after.length;
  const moved = amounts.ofTimes.map(({ time, amount }) => {
    const at = before.indexOf(time);
    const to = isMove && !after.includes(time) ? after[at] : undefined;
    return { time: to ?? time, amount };
  });
  return amountsFor(after, { ...amounts, ofTimes: moved });
}
