import { stepOn } from './pattern.ts';
import type { Amounts, Pattern } from './pattern-input.ts';

/** What of a medication says how much each dose is. */
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

/** How many pieces a dose is, in quarters; undefined where nobody has said. */
export function amountAt(
  { pattern, amounts }: Omit<Amounted, 'dosage'>,
  { date, time }: DoseTime,
): number | undefined {
  if (pattern?.kind === 'taper') return stepOn(pattern.steps, date)?.amount;
  return amounts?.ofTimes.find((each) => each.time === time)?.amount;
}

/** What a piece of it is called, such as 'tablet'. */
export function unitOf({ pattern, amounts }: Omit<Amounted, 'dosage'>): string | undefined {
  return pattern?.kind === 'taper' ? pattern.unit : amounts?.unit;
}

/** What is said of a dose beside its name: '2 tablets, 5 mg'; the dosage where no amount is known. */
export function dosageAt(medication: Amounted, dose: DoseTime): string {
  const amount = amountAt(medication, dose);
  const unit = unitOf(medication);
  if (amount === undefined || unit === undefined) return medication.dosage;
  return [amountMessage(amount, unit), medication.dosage].filter(Boolean).join(', ');
}

/** '2 tablets', '½ tablet', '1½ tablets', '5 ml'. */
export function amountMessage(amount: number, unit: string): string {
  return `${numberMessage(amount)} ${amount > 1 ? severalOf(unit) : unit}`;
}

const PARTS: Readonly<Record<number, string>> = { 0.25: '¼', 0.5: '½', 0.75: '¾' };

/** '2', '½', '1½'; what is no quarter as a decimal. */
export function numberMessage(amount: number): string {
  const whole = Math.floor(amount);
  const part = amount - whole;
  const fraction = PARTS[part];
  if (part === 0 || fraction === undefined) return String(amount);
  return `${whole === 0 ? '' : whole}${fraction}`;
}

/** A measure, such as ml or IU, has no plural. */
function severalOf(unit: string): string {
  if (unit.length < 3 || !/^[a-z ]*[a-z]$/.test(unit) || unit.endsWith('s')) return unit;
  return `${unit}${/(?:ch|sh|x|z)$/.test(unit) ? 'es' : 's'}`;
}
