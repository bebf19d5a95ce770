/** Milliseconds after which the bar asks whether to continue an activity. */
export const ASKS_AFTER_MS = 20_000;

/** The state of the Continue / End bar in this visit. */
export type ContinueEnd = 'not yet' | 'asking' | 'continued' | 'ended';

export type ContinueEndEvent = 'time is over' | 'continue' | 'end';

/**
 * Returns the state of the Continue / End bar after an event. The bar appears once per visit and
 * remains until it is answered.
 */
export function continueEndAfter(bar: ContinueEnd, event: ContinueEndEvent): ContinueEnd {
  if (event === 'time is over') return bar === 'not yet' ? 'asking' : bar;
  if (bar !== 'asking') return bar;
  return event === 'continue' ? 'continued' : 'ended';
}
