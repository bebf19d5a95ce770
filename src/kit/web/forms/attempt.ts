import { sentenceOf } from '../api.ts';
import { type ToastOptions, toast } from '../toasts.ts';

/** What a toast says; a sentence alone stands under "Success" or "Error". */
export type Words =
  | string
  | ({ readonly title: string; readonly text?: string } & Readonly<ToastOptions>);

/** What is said and done when a call was answered. */
export interface Outcome<Answer> {
  success?: Words | ((answer: Answer) => Words) | undefined;
  /** The server's own sentence stands in place of this one; what a function answers stands as it is. */
  failure?: Words | ((error: unknown) => Words | undefined) | undefined;
  /** The refusal is shown where it was asked, not in a toast. */
  isInline?: boolean;
  onDone?: ((answer: Answer) => void) | undefined;
  onRefused?: ((error: unknown) => void) | undefined;
}

/** Thrown by a call that has come to nothing where that has been said already. */
export class AlreadySaid extends Error {}

/** Makes a call and says what became of it; answers the sentence of a refusal. */
export async function attempt<Answer>(
  call: () => Promise<Answer>,
  outcome: Outcome<Answer>,
): Promise<string | undefined> {
  const { success, isInline = false, onDone, onRefused } = outcome;
  let answer: Answer;
  try {
    answer = await call();
  } catch (error) {
    if (error instanceof AlreadySaid) return undefined;
    const refusal = refusalOf(error, outcome.failure);
    if (refusal && !isInline) toast.error(refusal.title, refusal.text);
    onRefused?.(error);
    return refusal && (refusal.text || refusal.title);
  }
  const words = typeof success === 'function' ? success(answer) : success;
  if (words !== undefined) {
    const { title, text, ...options } = under('Success', words);
    toast.success(title, text, options);
  }
  onDone?.(answer);
  return undefined;
}

function refusalOf(error: unknown, failure: Outcome<never>['failure'] = 'Please try again.') {
  if (typeof failure === 'function') {
    const words = failure(error);
    return words === undefined ? undefined : under('Error', words);
  }
  const { title, text = '' } = under('Error', failure);
  return { title, text: sentenceOf(error, text) };
}

function under(usual: string, words: Words): Exclude<Words, string> {
  return typeof words === 'string' ? { title: usual, text: words } : words;
}
