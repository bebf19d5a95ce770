/** The value of a typed text, or its error. */
export type TypedValue<Value> = { readonly value: Value } | { readonly wrong: string };

/** Integers from `least` to `most`, inclusive. */
export interface NumberRange {
  readonly least: number;
  readonly most: number;
}

export function asLine(text: string): TypedValue<string> {
  return { value: text.trim() };
}

/** Reads a copied room address, with or without https; empty for no room. */
export function asAddress(text: string): TypedValue<string> {
  const typed = text.trim();
  if (typed === '' || /^[a-z][a-z0-9+.-]*:/i.test(typed)) return { value: typed };
  // An address needs a host with a dot, so a meeting code alone is refused.
  return /^[^/]+\.[^/.]/.test(typed)
    ? { value: `https://${typed}` }
    : { wrong: `Please enter the whole address, such as ${ROOM}. This has not been saved.` };
}

const ROOM = 'https://meet.google.com/abc-defg-hij';

/** Reads an integer within the range. */
export function asWholeNumber(text: string, { least, most }: NumberRange): TypedValue<number> {
  const typed = text.trim();
  const value = Number(typed);
  return /^\d+$/.test(typed) && value >= least && value <= most
    ? { value }
    : { wrong: `Please enter a whole number from ${least} to ${most}. This has not been saved.` };
}

/** Returns the next or previous number within the range; for invalid text, the end of the range. */
export function stepped(text: string, step: -1 | 1, { least, most }: NumberRange): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isNaN(value)) return step > 0 ? least : most;
  return Math.min(most, Math.max(least, Math.round(value) + step));
}
