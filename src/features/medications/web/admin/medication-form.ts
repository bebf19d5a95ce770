import type { Medication, MedicationContent } from '../../contract.ts';
import { timesOf } from '../../domain/derived-fields.ts';
import type { Frequency } from '../../domain/frequencies.ts';
import type { Amounts, Pattern } from '../../domain/pattern-input.ts';
import { validateMedication } from '../../domain/validity.ts';
import { amountsFor, begunOn, firstPattern } from './pattern-form.ts';

/** The labels of the frequencies, in the order of the select list. */
export const FREQUENCY_NAMES: Record<Frequency, string> = {
  daily: 'Once Daily',
  twice_daily: 'Twice Daily',
  three_times_daily: 'Three Times Daily',
  weekly: 'Weekly',
  as_needed: 'As Needed',
  chosen_weekdays: 'Chosen weekdays',
  every_n_days: 'Every few days',
  every_n_hours: 'Every few hours',
  days_of_month: 'Days of the month',
  cycle: 'On and off',
  taper: 'Less and less (taper)',
};

/** The initial value of an added time, HH:MM. */
export const EXTRA_TIME = '12:00';

const FIRST_TIMES = ['08:00'];

/** The initial times of frequencies that differ from `FIRST_TIMES`. */
const OTHER_FIRST_TIMES: Partial<Record<Frequency, readonly string[]>> = {
  twice_daily: ['08:00', EXTRA_TIME],
  three_times_daily: ['08:00', EXTRA_TIME, '18:00'],
  as_needed: [],
};

export type MedicationFields = Omit<MedicationContent, 'pattern' | 'amounts' | 'startDate'> & {
  pattern: Pattern | null;
  amounts: Amounts | null;
  startDate: string | null;
};

type CompleteFields = MedicationFields & { startDate: string };

type MedicationErrors = Partial<
  Record<'name' | 'times' | 'startDate' | 'endDate' | 'pattern' | 'amounts', string>
>;

const EMPTY: Omit<MedicationFields, 'startDate'> = {
  name: '',
  dosage: '',
  frequency: 'daily',
  times: FIRST_TIMES,
  pattern: null,
  amounts: null,
  endDate: null,
  instructions: '',
  pillImageUrl: null,
  isActive: true,
  reminderEnabled: true,
  soundEnabled: true,
  shortestIntervalMinutes: null,
  mostIn24Hours: null,
  userId: 'system',
};

/**
 * Returns the initial form: the fields of the edited medication, or an empty form that starts on
 * `today`.
 */
export function fieldsOf(medication: Medication | undefined, today: string): MedicationFields {
  if (medication === undefined) return { ...EMPTY, startDate: today };
  const { name, dosage, frequency, times, startDate, endDate, instructions } = medication;
  const { pillImageUrl, isActive, reminderEnabled, soundEnabled, userId } = medication;
  const { shortestIntervalMinutes, mostIn24Hours } = medication;
  return {
    ...{ name, dosage, frequency, times, startDate, endDate, instructions, pillImageUrl },
    ...{ isActive, reminderEnabled, soundEnabled, shortestIntervalMinutes, mostIn24Hours, userId },
    // A medication cached before patterns existed has neither field.
    pattern: medication.pattern ?? null,
    amounts: medication.amounts ?? null,
  };
}

/**
 * Changes the frequency and adapts the number of times: existing times stay, missing ones are
 * proposed, and a pattern is proposed if the frequency needs one.
 */
export function withFrequency(
  fields: MedicationFields,
  frequency: Frequency,
  today: string,
): MedicationFields {
  const proposed = OTHER_FIRST_TIMES[frequency] ?? FIRST_TIMES;
  const startDate = fields.startDate ?? today;
  const pattern = firstPattern(frequency, { ...fields, startDate });
  const kept = proposed.map((time, index) => fields.times[index] ?? time);
  const times = timesOf({ frequency, pattern, times: kept });
  const hasAmounts = fields.amounts && frequency !== 'taper' && frequency !== 'as_needed';
  const amounts = hasAmounts ? amountsFor(times, fields.amounts) : null;
  return { ...fields, frequency, pattern, times, amounts };
}

export function withStartDate(
  fields: MedicationFields,
  startDate: string | null,
): MedicationFields {
  return { ...fields, startDate, pattern: begunOn(fields.pattern, startDate) };
}

/** Returns the errors that prevent sending the form, by field; empty if it is complete. */
export function errorsIn(fields: MedicationFields): MedicationErrors {
  const { name, frequency, times, startDate, endDate } = fields;
  const errors: MedicationErrors = {};
  if (name.trim() === '') errors.name = 'Enter the name of the medication.';
  if (startDate === null) errors.startDate = 'Choose a start date.';
  else if (endDate !== null && endDate < startDate) {
    errors.endDate = 'The end date must not be before the start date.';
  }
  if (startDate !== null) {
    const wrong = Object.entries(validateMedication({ ...fields, startDate }));
    const of = (field: string) => wrong.find(([name]) => name.split('.')[0] === field)?.[1];
    const [pattern, amounts] = [of('pattern') ?? emptyIn(fields), of('amounts')];
    if (pattern !== undefined) errors.pattern = pattern;
    if (amounts !== undefined) errors.amounts = amounts;
  }
  if (frequency !== 'as_needed' && times.length === 0 && errors.pattern === undefined) {
    errors.times = 'Add at least one time.';
  }
  return errors;
}

/** Returns the error of a pattern that is empty, which the contract would refuse. */
function emptyIn({ pattern }: MedicationFields): string | undefined {
  if (pattern?.kind === 'chosen_weekdays' && pattern.weekdays.length === 0) {
    return 'Please choose at least one weekday.';
  }
  if (pattern?.kind === 'days_of_month' && pattern.days.length === 0) {
    return 'Please choose at least one day.';
  }
  const unit = pattern?.kind === 'taper' ? pattern.unit : undefined;
  return unit?.trim() === '' ? 'Please say what it is, such as tablet.' : undefined;
}

/** True if all required fields are valid; narrows the start date. */
export function isComplete(fields: MedicationFields): fields is CompleteFields {
  return Object.keys(errorsIn(fields)).length === 0;
}
