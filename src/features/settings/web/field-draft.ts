/**
 * What was typed into a field and is not saved. Undefined: nothing, and the saved value is shown.
 * It is kept until it has been saved, or given up with Escape.
 */
export type Draft =
  | {
      readonly text: string;
      /** What is wrong with it, once it was tried. */
      readonly wrong?: string;
    }
  | undefined;

/** Leaving the field does not try again what just failed; Enter does. */
export function isToBeTried(draft: Draft, how: 'enter' | 'leave'): boolean {
  return draft !== undefined && (how === 'enter' || draft.wrong === undefined);
}

/** When saving `text` has come to an end: without a sentence it is saved. */
export function afterSaving(draft: Draft, text: string, wrong: string | undefined): Draft {
  // Meanwhile something else was typed, which has its own end.
  if (draft?.text !== text) return draft;
  return wrong === undefined ? undefined : { text, wrong };
}
