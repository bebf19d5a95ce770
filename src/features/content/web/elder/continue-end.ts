/** How long an activity goes on before it is asked whether it should, in milliseconds. */
export const ASKS_AFTER_MS = 20_000;

/** Whether the Continue / End bar stands there in this visit. */
export type ContinueEnd = 'not yet' | 'asking' | 'continued' | 'ended';

export type ContinueEndEvent = 'time is over' | 'continue' | 'end';

/** The bar comes once in a visit, and stays until it is answered. */
export function continueEndAfter(bar: ContinueEnd, event: ContinueEndEvent): ContinueEnd {
  if (event === 'time is over') return bar === 'not yet' ? 'asking' : bar;
  if (bar !== 'asking') return bar;
  return event === 'continue' ? 'continued' : 'ended';
}
