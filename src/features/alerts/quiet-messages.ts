import { formatDay, formatTime, localDate } from '#kit/shared/zoned-time.ts';

/** What somebody said of a dose. */
export interface SaidDose {
  readonly name: string;
  readonly dosage: string;
  /** The elder's first name; empty when it is not known which. */
  readonly elder: string;
  readonly scheduledTime: Date;
  readonly status: 'taken' | 'missed' | 'skipped';
  /** Taken twice, or beyond the limits of what is taken as needed. */
  readonly isOneTooMany?: boolean;
  /** It was never due. */
  readonly isAsNeeded?: boolean;
  /** When, and who, as they are called. */
  readonly at: Date;
  readonly by: string;
}

export interface QuietMessage {
  readonly subject: string;
  readonly sentence: string;
  /** A notification's, which anybody may read on a locked phone: no medication is named. */
  readonly notice: string;
}

const SUBJECTS = {
  taken: 'A dose was taken after all',
  missed: 'A dose was marked as missed',
  skipped: 'A dose was skipped',
};

/** What is told of a dose without an alarm, and what ends one. */
export function quietMessage(dose: SaidDose, timezone: string): QuietMessage {
  const medicine = [dose.name, dose.dosage].filter((part) => part !== '').join(', ');
  const elder = dose.elder === '' ? '' : ` for ${dose.elder}`;
  const said = `${dose.by} said “${dose.status}”`;
  const due = moment(dose.scheduledTime, dose.at, timezone);
  const at = formatTime(dose.at, timezone);
  if (dose.isOneTooMany) {
    const whenDue = dose.isAsNeeded ? '' : `, due at ${due}`;
    return {
      subject: 'One dose too many was taken',
      sentence: `${medicine}${elder}${whenDue}: ${said} at ${at}, and it was one too many.`,
      notice: `One too many. Said at ${at}.`,
    };
  }
  return {
    subject: SUBJECTS[dose.status],
    sentence: `${medicine}${elder}, due at ${due}: ${said} at ${at}.`,
    notice: `Due at ${due}. Said at ${at}.`,
  };
}

function moment(instant: Date, other: Date, timezone: string): string {
  const isSameDay = localDate(instant, timezone) === localDate(other, timezone);
  return `${formatTime(instant, timezone)}${isSameDay ? '' : ` on ${formatDay(instant, timezone)}`}`;
}
