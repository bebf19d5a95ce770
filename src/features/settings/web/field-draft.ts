/**
 * Unsaved text of a field; undefined if the field shows the saved value. Kept until it is saved, or
 * discarded with Escape.
 */
export type Draft =
  | {
      readonly text: string;
      /** The error of the last try. */
      readonly wrong?: string;
    }
  | undefined;

/**
 * True if the text should be saved. After a failure, only Enter retries; leaving the field does
 * not.
 */
export function isToBeTried(draft: Draft, how: 'enter' | 'leave'): boolean {
  return draft !== undefined && (how === 'enter' || draft.wrong === undefined);
}

/** Returns the draft after saving `text`; `wrong` is undefined if that succeeded. */
export function afterSaving(draft: Draft, text: string, wrong: string | undefined): Draft {
  // If other text was typed meanwhile, that text is saved separately.
  if (draft?.text !== text) return draft;
  return wrong === undefined ? undefined : { text, wrong };
}
