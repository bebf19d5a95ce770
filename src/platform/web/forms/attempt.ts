import { sentenceOf } from '../api.ts';
import { type ToastOptions, toast } from '../toasts.ts';

/** Content of a toast. A plain string is the text; the title is then "Success" or "Error". */
export type Words =
  | string
  | ({ readonly title: string; readonly text?: string } & Readonly<ToastOptions>);

export interface Outcome<Answer> {
  success?: Words | ((answer: Answer) => Words) | undefined;
  /** Toast after a failure. A server message replaces it, unless it is a function. */
  failure?: Words | ((error: unknown) => Words | undefined) | undefined;
  /** True if the form itself shows a refusal, so that no toast is needed. */
  isInline?: boolean;
  onDone?: ((answer: Answer) => void) | undefined;
  onRefused?: ((error: unknown) => void) | undefined;
}

/**
 * Thrown by a call if the user has already been informed of the failure, so that no toast is
 * needed.
 */
export class AlreadyReported extends Error {}

/**
 * Makes a call and shows its outcome in a toast. Returns the message if the call was refused,
 * otherwise undefined.
 */
export async function attempt<Answer>(
  call: () => Promise<Answer>,
  outcome: Outcome<Answer>,
): Promise<string | undefined> {
  const { success, isInline = false, onDone, onRefused } = outcome;
  let answer: Answer;
  try {
    answer = await call();
  } catch (error) {
    if (error instanceof AlreadyReported) return undefined;
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
