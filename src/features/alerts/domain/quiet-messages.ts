import { timeMessage } from '#platform/shared/moments.ts';
import { formatTime } from '#platform/shared/zoned-time.ts';
import { type DoseMessage, MAX_NAMED, medicineOf, type NamedDose } from './dose-message.ts';

/** The answer to a dose. */
export interface AnsweredDose extends NamedDose {
  readonly status: 'taken' | 'missed' | 'skipped';
  /** True if the dose was taken twice, or beyond the limits of an as-needed medication. */
  readonly isOneTooMany?: boolean;
  /** True for an as-needed dose, which has no scheduled time. */
  readonly isAsNeeded?: boolean;
  /** Time of the answer, and display name of the person. */
  readonly at: Date;
  readonly by: string;
}

export interface QuietMessage extends Omit<DoseMessage, 'paragraphs'> {
  readonly sentence: string;
}

const SUBJECTS = {
  taken: 'A dose was taken after all',
  missed: 'A dose was marked as missed',
  skipped: 'A dose was skipped',
};

/** Builds a silent message: an answer to a dose, or the all-clear of an alert. */
export function quietMessage(dose: AnsweredDose, timezone: string): QuietMessage {
  const medicine = medicineOf(dose);
  const said = `${dose.by} said “${dose.status}”`;
  const due = timeMessage(dose.scheduledTime, dose.at, timezone);
  const at = formatTime(dose.at, timezone);
  if (dose.isOneTooMany) {
    const whenDue = dose.isAsNeeded ? '' : `, due at ${due}`;
    return {
      subject: 'One dose too many was taken',
      sentence: `${medicine}${whenDue}: ${said} at ${at}, and it was one too many.`,
      notice: `One too many. Said at ${at}.`,
    };
  }
  return {
    subject: SUBJECTS[dose.status],
    sentence: `${medicine}, due at ${due}: ${said} at ${at}.`,
    notice: `Due at ${due}. Said at ${at}.`,
  };
}

/** Builds the all-clear for alerted doses that lie in an away period entered later. */
export function awayMessage(
  doses: readonly NamedDose[],
  { by, at }: Pick<AnsweredDose, 'by' | 'at'>,
  timezone: string,
): QuietMessage {
  const isOne = doses.length === 1;
  const named = doses
    .slice(0, MAX_NAMED)
    .map((dose) => `${medicineOf(dose)}, due at ${timeMessage(dose.scheduledTime, at, timezone)}`);
  const more = doses.length - named.length;
  if (more > 0) named.push(`${more} more`);
  const said = `${by} entered a time away at ${formatTime(at, timezone)}`;
  return {
    subject: isOne ? 'A dose is not waited for' : `${doses.length} doses are not waited for`,
    sentence: `${named.join('; ')}: ${said}. Nobody is asked about ${isOne ? 'it' : 'them'} any more.`,
    notice: `Away. Said at ${formatTime(at, timezone)}.`,
  };
}
