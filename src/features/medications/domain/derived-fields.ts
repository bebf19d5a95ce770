import type { Medication, MedicationContent } from '../contract.ts';
import { needsPattern } from './frequencies.ts';
import { timesOfPattern } from './pattern.ts';
import type { Amounts } from './pattern-input.ts';

/** Returns the reminder times: those of the pattern if it defines times, otherwise `times`. */
export function timesOf({
  frequency,
  times,
  pattern,
}: Pick<MedicationContent, 'frequency' | 'times' | 'pattern'>): string[] {
  if (!pattern || !needsPattern(frequency)) return times;
  return timesOfPattern(pattern) ?? times;
}

/**
 * Returns the medication with the given changes and their consequences: a changed frequency removes
 * the previous pattern, and a removed time loses its amount.
 */
export function withDerivedFields(
  present: Medication,
  given: Partial<MedicationContent>,
): Medication {
  const wanted = { ...present, ...given };
  const isOfBefore = given.pattern === undefined && wanted.pattern?.kind !== wanted.frequency;
  const pattern = isOfBefore ? null : wanted.pattern;
  const times = timesOf({ ...wanted, pattern });
  const kept = given.amounts === undefined ? amountsLeft({ ...wanted, times }) : given.amounts;
  return { ...wanted, pattern, times, amounts: kept };
}

function amountsLeft({ frequency, times, amounts }: Medication): Amounts | null {
  if (!amounts || frequency === 'taper' || frequency === 'as_needed') return null;
  const ofTimes = amounts.ofTimes.filter(({ time }) => times.includes(time));
  return ofTimes.length === 0 ? null : { ...amounts, ofTimes };
}
