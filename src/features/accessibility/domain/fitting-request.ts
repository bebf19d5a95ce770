import { MINUTE_MS } from '#platform/shared/durations.ts';

/** The states of a fitting that was requested from the panel. */
export const FITTING_STATES = [
  'waiting',
  'shown',
  'under-way',
  'done',
  'refused',
  'canceled',
] as const;

export type FittingState = (typeof FITTING_STATES)[number];

/** The states that a device may report; the server and the panel set the others. */
export const DEVICE_STATES = ['shown', 'under-way', 'done', 'refused'] as const;

/** Maximum time in milliseconds without a new step before the request expires. */
export const MAX_STEP_MS = 15 * MINUTE_MS;

/** Time in milliseconds within which a device usually answers if it is on and connected. */
const USUAL_ANSWER_MS = MINUTE_MS;

const OPEN: readonly FittingState[] = ['waiting', 'shown', 'under-way'];

interface Request {
  readonly state: FittingState;
  readonly stateAt: string;
}

/** True while the device should still show the fitting. */
export function isOpen({ state, stateAt }: Request, now: Date): boolean {
  return OPEN.includes(state) && now.getTime() - Date.parse(stateAt) < MAX_STEP_MS;
}

/** Returns the message about a fitting for the family. */
export function fittingMessage(request: Request, name: string, now: Date): string {
  const { state, stateAt } = request;
  if (OPEN.includes(state) && !isOpen(request, now)) {
    return state === 'waiting'
      ? 'The tablet has not answered: it is off or has no connection. It is not asked any more.'
      : 'The fitting was not finished. The tablet is not asked any more.';
  }
  switch (state) {
    case 'waiting':
      return now.getTime() - Date.parse(stateAt) < USUAL_ANSWER_MS
        ? 'Waiting for the tablet.'
        : 'Waiting for the tablet, which has not answered yet: it may be off or without a connection.';
    case 'shown':
      return `The tablet asks ${name} whether to begin.`;
    case 'under-way':
      return 'The fitting is under way.';
    case 'done':
      return 'The fitting is done.';
    case 'refused':
      return `“Not now” was pressed on the tablet.`;
    case 'canceled':
      return 'The fitting was canceled.';
  }
}
