import { dayMessage } from '#platform/shared/moments.ts';
import type { MedicationStock } from '../contract.ts';

type Left = Pick<MedicationStock, 'left' | 'isBelowNone' | 'runsOutOn' | 'dosesLeft'>;

/** Returns '1 left', '24 left' or '8.5 left'. */
export function leftMessage({ left }: Pick<Left, 'left'>): string {
  return `${left} left`;
}

/**
 * Returns when the stock ends. With `isAsNeeded` it is given in doses, because their dates are
 * unknown.
 */
export function enoughMessage(stock: Left, today: string, isAsNeeded: boolean): string {
  if (stock.isBelowNone) return 'More was taken than was counted. Please count again.';
  if (isAsNeeded) return `Enough for ${dosesMessage(stock.dosesLeft)}`;
  if (stock.runsOutOn === null) return 'Enough for a year, or until it ends';
  if (stock.runsOutOn <= today) return 'Not enough for today';
  return `Runs out on ${dayMessage(stock.runsOutOn)}`;
}

function dosesMessage(doses: number): string {
  return `${doses} ${doses === 1 ? 'dose' : 'doses'}`;
}

export interface LowStock extends Left {
  readonly name: string;
  readonly dosage: string;
  readonly isAsNeeded: boolean;
}

/** Returns the email to the administrators about medications that run out. */
export function lowMessage(
  low: readonly LowStock[],
  today: string,
): { subject: string; paragraphs: readonly string[] } {
  const [first] = low;
  const subject =
    first !== undefined && low.length === 1
      ? `${first.name} runs out soon`
      : `${low.length} medications run out soon`;
  const lines = low.map((each) => {
    const named = [each.name, each.dosage].filter(Boolean).join(' ');
    const enough = enoughMessage(each, today, each.isAsNeeded);
    return `${named}: ${leftMessage(each)}. ${enough}${enough.endsWith('.') ? '' : '.'}`;
  });
  return {
    subject,
    paragraphs: [
      ...lines,
      'What is left follows from what was counted and from the doses in the log. When more has come, note it in Medications.',
    ],
  };
}
