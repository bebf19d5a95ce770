import { formatWallTime } from '#platform/shared/zoned-time.ts';
import type { Medication } from '../contract.ts';
import { MAX_TIMES } from '../limits.ts';
import { needsPattern, type PatternKind } from './frequencies.ts';
import type { PatternOf } from './pattern-input.ts';

type Checked = Pick<
  Medication,
  'frequency' | 'times' | 'startDate' | 'endDate' | 'pattern' | 'amounts'
>;

type Wrong = Record<string, string>;

const MISSING: Readonly<Record<PatternKind, string>> = {
  chosen_weekdays: 'Please choose the weekdays.',
  every_n_days: 'Please say every how many days.',
  every_n_hours: 'Please say every how many hours, from when until when.',
  days_of_month: 'Please choose the days of the month.',
  cycle: 'Please say how many days on and how many off.',
  taper: 'Please add at least one step.',
};

/** Validates the medication as a whole. Returns an error message by field; empty if it is valid. */
export function validateMedication(medication: Checked): Wrong {
  const { frequency, times, startDate, endDate } = medication;
  const wrong: Wrong = wrongWithPattern(medication);
  if (frequency !== 'as_needed' && times.length === 0 && Object.keys(wrong).length === 0) {
    wrong.times = 'Please add at least one time.';
  }
  if (endDate !== null && endDate < startDate) {
    wrong.endDate = 'The end date must not be before the start date.';
  }
  return { ...wrong, ...wrongWithAmounts(medication) };
}

function wrongWithPattern(medication: Checked): Wrong {
  const { frequency, pattern } = medication;
  if (!needsPattern(frequency)) {
    return pattern ? { pattern: 'This frequency says all by itself: it has no pattern.' } : {};
  }
  if (pattern?.kind !== frequency) return { pattern: MISSING[frequency] };
  if (pattern.kind === 'taper') return wrongWithSteps(pattern, medication);
  if (pattern.kind === 'every_n_hours' && pattern.until < pattern.from) {
    return { 'pattern.until': 'The last time must not be before the first.' };
  }
  return {};
}

function wrongWithSteps(
  { steps }: PatternOf<'taper'>,
  { startDate, endDate, times }: Checked,
): Wrong {
  const wrong: Wrong = {};
  for (const [index, { from }] of steps.entries()) {
    const before = steps[index - 1]?.from;
    const at = `pattern.steps.${index}.from`;
    if (before === undefined && from !== startDate) {
      wrong[at] = 'The first step must begin on the start date.';
    } else if (before !== undefined && from <= before) {
      wrong[at] = 'Each step must begin after the one before.';
    } else if (endDate !== null && from > endDate) {
      wrong[at] = 'This step begins after the end date.';
    }
  }
  if (times.length > MAX_TIMES) {
    wrong['pattern.steps'] = `At most ${MAX_TIMES} different times in all steps together.`;
  }
  return wrong;
}

function wrongWithAmounts({ frequency, times, amounts }: Checked): Wrong {
  if (!amounts) return {};
  if (frequency === 'taper') return { amounts: 'A taper has its amounts in its steps.' };
  if (frequency === 'as_needed') {
    return { amounts: 'What is taken as needed has no times, and no amount of them.' };
  }
  const said = new Set<string>();
  for (const { time } of amounts.ofTimes) {
    if (!times.includes(time)) return { amounts: `There is no dose at ${formatWallTime(time)}.` };
    if (said.has(time)) return { amounts: `${formatWallTime(time)} is there twice.` };
    said.add(time);
  }
  return {};
}
