import { MAX_UNITS, MAX_UNITS_PER_DOSE, MAX_WARN_BEFORE, MIN_PART } from '../limits.ts';

/** The form fields as typed. */
export interface StockFields {
  /** The id of the medication; empty until one is chosen. */
  readonly medicationId: string;
  /** The remaining units; empty if the stock is not counted again. */
  readonly left: string;
  readonly unitsPerDose: string;
  /** When to warn; empty for no warning. */
  readonly warnBefore: string;
}

const HALVES: Readonly<Record<string, number>> = { '¼': 0.25, '½': 0.5, '¾': 0.75 };

/**
 * Parses units in any common notation: '24', '0.5', '0,5', '½', '1 ½', '1/2'; undefined if it is
 * not a number.
 */
export function piecesIn(text: string): number | undefined {
  const trimmed = text.trim();
  const mixed = /^(\d+)?\s*([¼½¾])$/.exec(trimmed);
  if (mixed) return Number(mixed[1] ?? 0) + (HALVES[mixed[2] ?? ''] ?? 0);
  const fraction = /^(?:(\d+)\s+)?(\d+)\s*\/\s*([1-9]\d*)$/.exec(trimmed);
  if (fraction) return Number(fraction[1] ?? 0) + Number(fraction[2]) / Number(fraction[3]);
  return /^\d+(?:[.,]\d+)?$/.test(trimmed) ? Number(trimmed.replace(',', '.')) : undefined;
}

/** Returns the error of a number of units; undefined if it is valid. */
export function wrongPieces(text: string, least: number, most: number): string | undefined {
  const pieces = piecesIn(text);
  if (pieces === undefined || pieces < least || pieces > most) {
    return `Please enter a number from ${least} to ${most}.`;
  }
  return Number.isInteger(pieces / MIN_PART)
    ? undefined
    : 'Please use whole pieces, halves or quarters.';
}

/**
 * Returns the errors that prevent sending the form. `left` may be empty if the medication is
 * counted already.
 */
export function errorsIn(fields: StockFields, isCounted: boolean) {
  const { medicationId, left, unitsPerDose, warnBefore } = fields;
  const isSame = isCounted && left.trim() === '';
  const days = Number(warnBefore);
  const isWarning = warnBefore.trim() !== '';
  const errors = {
    medicationId: medicationId === '' ? 'Please choose a medication.' : undefined,
    left: isSame ? undefined : wrongPieces(left, 0, MAX_UNITS),
    unitsPerDose: wrongPieces(unitsPerDose, MIN_PART, MAX_UNITS_PER_DOSE),
    warnBefore:
      isWarning && !(Number.isInteger(days) && days >= 1 && days <= MAX_WARN_BEFORE)
        ? `Please enter a number from 1 to ${MAX_WARN_BEFORE}, or nothing for no letter.`
        : undefined,
  };
  return Object.fromEntries(
    Object.entries(errors).filter(([, sentence]) => sentence !== undefined),
  ) as Partial<Record<keyof StockFields, string>>;
}

/** Converts fields without errors to the body of the request. */
export function stockOf({ left, unitsPerDose, warnBefore }: StockFields) {
  return {
    ...(left.trim() === '' ? {} : { left: piecesIn(left) ?? 0 }),
    unitsPerDose: piecesIn(unitsPerDose) ?? 0,
    warnBefore: warnBefore.trim() === '' ? null : Number(warnBefore),
  };
}
