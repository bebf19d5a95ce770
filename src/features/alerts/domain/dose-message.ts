export interface NamedDose {
  readonly name: string;
  readonly dosage: string;
  /** The elder's first name; empty if it is unknown. */
  readonly elder: string;
  readonly scheduledTime: Date;
}

export interface DoseMessage {
  readonly subject: string;
  /** Paragraphs of the email, below the greeting. */
  readonly paragraphs: readonly string[];
  /** Text of the notification. Names no medication, because a locked phone shows it. */
  readonly notice: string;
}

/** Maximum number of doses that a message names; the rest are counted. */
export const MAX_NAMED = 10;

/** Example: 'Lisinopril, 10 mg for Ada'. */
export function medicineOf({ name, dosage, elder }: Omit<NamedDose, 'scheduledTime'>): string {
  const medicine = [name, dosage].filter((part) => part !== '').join(', ');
  return elder === '' ? medicine : `${medicine} for ${elder}`;
}
