import type { Medication } from './contract.ts';

type Checked = Pick<Medication, 'frequency' | 'times' | 'startDate' | 'endDate'>;

/** What is wrong with a medication as a whole, field by field; empty when nothing is. */
export function whatIsWrong({ frequency, times, startDate, endDate }: Checked) {
  const wrong: Record<string, string> = {};
  if (frequency !== 'as_needed' && times.length === 0) {
    wrong.times = 'Please add at least one time.';
  }
  if (endDate !== null && endDate < startDate) {
    wrong.endDate = 'The end date must not be before the start date.';
  }
  return wrong;
}
