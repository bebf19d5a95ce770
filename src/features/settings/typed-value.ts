/** What a typed text means as the value of a setting, or what is wrong with it. */
export type TypedValue<Value> = { readonly value: Value } | { readonly wrong: string };

/** Whole numbers from least to most. */
export interface NumberRange {
  readonly least: number;
  readonly most: number;
}

/** A line of text, without the space around it. */
export function asLine(text: string): TypedValue<string> {
  return { value: text.trim() };
}

/** The address of a room as it was copied: with or without https, or nothing. */
export function asAddress(text: string): TypedValue<string> {
  const typed = text.trim();
  if (typed === '' || /^[a-z][a-z0-9+.-]*:/i.test(typed)) return { value: typed };
  // The code of a meeting alone leads nowhere.
  return /^[^/]+\.[^/.]/.test(typed)
    ? { value: `https://${typed}` }
    : { wrong: `Please enter the whole address, such as ${ROOM}. This has not been saved.` };
}

const ROOM = 'https://meet.google.com/abc-defg-hij';

/** A whole number of the range; what lies outside is not saved. */
export function asWholeNumber(text: string, { least, most }: NumberRange): TypedValue<number> {
  const typed = text.trim();
  const value = Number(typed);
  return /^\d+$/.test(typed) && value >= least && value <= most
    ? { value }
    : { wrong: `Please enter a whole number from ${least} to ${most}. This has not been saved.` };
}

/** The number one step on, within the range; from something that is no number, its nearest end. */
export function stepped(text: string, step: -1 | 1, { least, most }: NumberRange): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isNaN(value)) return step > 0 ? least : most;
  return Math.min(most, Math.max(least, Math.round(value) + step));
}
