import { stepOn } from './pattern.ts';
import type { Amounts, Pattern } from './pattern-input.ts';

/** The fields of a medication that define the amount of each dose. */
export interface Amounted {
  readonly dosage: string;
  readonly pattern?: Pattern | null | undefined;
  readonly amounts?: Amounts | null | undefined;
}

interface DoseTime {
  /** Local date, YYYY-MM-DD. */
  readonly date: string;
  /** Wall-clock time, HH:MM. */
  readonly time: string;
}

/**
 * Returns the number of units of a dose, in multiples of 0.25; undefined if no amount was entered.
 */
export function amountAt(
  { pattern, amounts }: Omit<Amounted, 'dosage'>,
  { date, time }: DoseTime,
): number | undefined {
  if (pattern?.kind === 'taper') return stepOn(pattern.steps, date)?.amount;
  return amounts?.ofTimes.find((each) => each.time === time)?.amount;
}

/** Returns the unit of the amount, such as 'tablet'. */
export function unitOf({ pattern, amounts }: Omit<Amounted, 'dosage'>): string | undefined {
  return pattern?.kind === 'taper' ? pattern.unit : amounts?.unit;
}

/**
 * Returns the text shown with the name: '2 tablets, 5 mg'; the dosage alone if the amount is
 * unknown.
 */
export function dosageAt(medication: Amounted, dose: DoseTime): string {
  const amount = amountAt(medication, dose);
  const unit = unitOf(medication);
  if (amount === undefined || unit === undefined) return medication.dosage;
  return [amountMessage(amount, unit), medication.dosage].filter(Boolean).join(', ');
}

/** Returns a text such as '2 tablets', '½ tablet', '1½ tablets' or '5 ml'. */
export function amountMessage(amount: number, unit: string): string {
  return `${numberMessage(amount)} ${amount > 1 ? severalOf(unit) : unit}`;
}

const PARTS: Readonly<Record<number, string>> = { 0.25: '¼', 0.5: '½', 0.75: '¾' };

/** Returns a text such as '2', '½' or '1½'; a fraction that is not a multiple of ¼ is a decimal. */
export function numberMessage(amount: number): string {
  const whole = Math.floor(amount);
  const part = amount - whole;
  const fraction = PARTS[part];
  if (part === 0 || fraction === undefined) return String(amount);
  return `${whole === 0 ? '' : whole}${fraction}`;
}

/** Units such as ml or IU have no plural. */
function severalOf(unit: string): string {
  if (unit.length < 3 || !/^[a-z ]*[a-z]$/.test(unit) || unit.endsWith('s')) return unit;
  return `${unit}${/(?:ch|sh|x|z)$/.test(unit) ? 'es' : 's'}`;
}
