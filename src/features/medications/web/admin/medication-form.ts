import type { Medication } from '../../contract.ts';
import type { Frequency } from '../../frequencies.ts';

/** How often, in words; the order of the list to choose from. */
export const FREQUENCY_NAMES: Record<Frequency, string> = {
  daily: 'Once Daily',
  twice_daily: 'Twice Daily',
  three_times_daily: 'Three Times Daily',
  weekly: 'Weekly',
  as_needed: 'As Needed',
};

/** A new extra time, HH:MM. */
export const EXTRA_TIME = '12:00';

/** The times that the form starts with; the caregiver may add and remove. */
const FIRST_TIMES: Record<Frequency, readonly string[]> = {
  daily: ['08:00'],
  twice_daily: ['08:00', EXTRA_TIME],
  three_times_daily: ['08:00', EXTRA_TIME, '18:00'],
  weekly: ['08:00'],
  as_needed: [],
};

export type MedicationFields = Pick<
  Medication,
  | 'name'
  | 'dosage'
  | 'frequency'
  | 'times'
  | 'endDate'
  | 'instructions'
  | 'pillImageUrl'
  | 'isActive'
  | 'reminderEnabled'
  | 'soundEnabled'
  | 'shortestIntervalMinutes'
  | 'mostIn24Hours'
  | 'userId'
> & { startDate: string | null };

/** The same with what must be there. */
type CompleteFields = MedicationFields & { startDate: string };

type MedicationErrors = Partial<Record<'name' | 'times' | 'startDate' | 'endDate', string>>;

/** What the form starts with: the medication that is edited, or an empty one from `today` on. */
export function fieldsOf(medication: Medication | undefined, today: string): MedicationFields {
  return {
    name: medication?.name ?? '',
    dosage: medication?.dosage ?? '',
    frequency: medication?.frequency ?? 'daily',
    times: medication?.times ?? [...FIRST_TIMES.daily],
    startDate: medication?.startDate ?? today,
    endDate: medication?.endDate ?? null,
    instructions: medication?.instructions ?? '',
    pillImageUrl: medication?.pillImageUrl ?? null,
    isActive: medication?.isActive ?? true,
    reminderEnabled: medication?.reminderEnabled ?? true,
    soundEnabled: medication?.soundEnabled ?? true,
    shortestIntervalMinutes: medication?.shortestIntervalMinutes ?? null,
    mostIn24Hours: medication?.mostIn24Hours ?? null,
    userId: medication?.userId ?? 'system',
  };
}

/** Another frequency brings its number of times: those that are there stay, the rest is proposed. */
export function withFrequency(fields: MedicationFields, frequency: Frequency): MedicationFields {
  const proposed = FIRST_TIMES[frequency];
  return {
    ...fields,
    frequency,
    times: proposed.map((time, index) => fields.times[index] ?? time),
  };
}

/** What keeps the form from being sent, by field; nothing when it is complete. */
export function errorsIn(fields: MedicationFields): MedicationErrors {
  const { name, frequency, times, startDate, endDate } = fields;
  const errors: MedicationErrors = {};
  if (name.trim() === '') errors.name = 'Enter the name of the medication.';
  if (startDate === null) errors.startDate = 'Choose a start date.';
  else if (endDate !== null && endDate < startDate) {
    errors.endDate = 'The end date must not be before the start date.';
  }
  if (frequency !== 'as_needed' && times.length === 0) errors.times = 'Add at least one time.';
  return errors;
}

/** Whether everything is there that must be; narrows the start date. */
export function isComplete(fields: MedicationFields): fields is CompleteFields {
  return Object.keys(errorsIn(fields)).length === 0;
}
