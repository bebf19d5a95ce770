/** What is said of a dose of an alert. */
export interface NamedDose {
  readonly name: string;
  readonly dosage: string;
  /** The elder's first name; empty when it is not known which. */
  readonly elder: string;
  readonly scheduledTime: Date;
}

/** What is sent to somebody, by mail and as a notification. */
export interface DoseMessage {
  readonly subject: string;
  /** The mail's, below the greeting. */
  readonly paragraphs: readonly string[];
  /** A notification's, which anybody may read on a locked phone: no medication is named. */
  readonly notice: string;
}

/** So many doses are named; of more it is said how many. */
export const MOST_NAMED = 10;

/** 'Lisinopril, 10 mg for Ada'. */
export function medicineOf({ name, dosage, elder }: Omit<NamedDose, 'scheduledTime'>): string {
  const medicine = [name, dosage].filter((part) => part !== '').join(', ');
  return elder === '' ? medicine : `${medicine} for ${elder}`;
}
