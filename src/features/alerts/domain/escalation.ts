import { DAY_MS } from '#platform/shared/durations.ts';
import { type QuietHours, quietUntil } from './quiet-hours.ts';

/** People who are alerted at the same time. Steps are run by ascending number. */
export interface Step {
  readonly number: number;
  readonly people: readonly string[];
}

export interface AlertOrder {
  readonly steps: readonly Step[];
  readonly waitMs: number;
  /** Time after which the assignee is asked whether the alert is still open. */
  readonly askAgainMs: number;
  readonly lastIgnoresQuiet: boolean;
  readonly quiet: ReadonlyMap<string, QuietHours>;
  readonly timezone: string;
}

/**
 * Progress of an alert. It goes through the steps in rounds; an alert that loses its assignee
 * starts a new round.
 */
export interface AlertState {
  readonly createdAt: Date;
  readonly isAnswered: boolean;
  readonly roundAt: Date;
  /** Assignee of the previous round, who is not alerted in this one. */
  readonly without: string | null;
  /** People who were alerted in this round. */
  readonly told: ReadonlySet<string>;
  /** Last step that was reached, and the time of the last alert of a step. */
  readonly step: number;
  readonly stepAt: Date | null;
  readonly holder: Holder | null;
}

export interface Holder {
  /** Null if the person has left the household. */
  readonly id: string | null;
  readonly at: Date;
  readonly askedAt: Date | null;
}

export type NextOfAlert =
  | { readonly do: 'close' }
  /** Alert the assignee again. */
  | { readonly do: 'ask'; readonly person: string; readonly nextAt: Date }
  /** Begin the next round, because the assignee did not respond. */
  | { readonly do: 'lapse' }
  | {
      readonly do: 'tell';
      /** The people to alert now; empty if the alert only has to wait. */
      readonly people: readonly string[];
      readonly step: number;
      readonly stepAt: Date | null;
      /** The time of the next check; undefined if only the end of the alert remains. */
      readonly nextAt: Date | undefined;
    };

/** An alert ends after a day, which is also when its messages become too old to send. */
export const OPEN_MS = DAY_MS;

/** Returns the action that is due on an alert now, and the time of the next check. */
export function nextOfAlert(order: AlertOrder, state: AlertState, now: Date): NextOfAlert {
  if (state.isAnswered || +now - +state.createdAt >= OPEN_MS) return { do: 'close' };
  if (state.holder === null) return goOn(order, state, now);
  return askHolder(order, state.holder, now);
}

/** Returns when an alert ends if it has not been closed before. */
export function endOfAlert(createdAt: Date): Date {
  return new Date(+createdAt + OPEN_MS);
}

function askHolder(order: AlertOrder, { id, at, askedAt }: Holder, now: Date): NextOfAlert {
  const isThere = order.steps.some(({ people }) => id !== null && people.includes(id));
  if (id === null || !isThere) return { do: 'lapse' };
  const dueAt = after(askedAt ?? at, askedAt === null ? order.askAgainMs : order.waitMs);
  if (dueAt > now) {
    return { do: 'tell', people: [], step: 0, stepAt: null, nextAt: dueAt };
  }
  const isQuiet = quietUntil(order.quiet.get(id), now, order.timezone) !== undefined;
  if (askedAt !== null || isQuiet) return { do: 'lapse' };
  return { do: 'ask', person: id, nextAt: after(now, order.waitMs) };
}

function goOn(order: AlertOrder, state: AlertState, now: Date): NextOfAlert {
  const { told, without, roundAt } = state;
  const steps = order.steps
    .map(({ number, people }) => ({ number, people: people.filter((id) => id !== without) }))
    .filter(({ people }) => people.length > 0)
    .sort((one, other) => one.number - other.number);
  const last = steps.at(-1);
  const sleepsUntil = (id: string) =>
    order.lastIgnoresQuiet && last?.people.includes(id)
      ? undefined
      : quietUntil(order.quiet.get(id), now, order.timezone);
  const mayBeTold = (id: string) => !told.has(id) && sleepsUntil(id) === undefined;

  let { step, stepAt } = state;
  const ahead = () => steps.find(({ number }) => number > step);
  const dueAt = () => (stepAt === null ? roundAt : after(stepAt, order.waitMs));
  for (let next = ahead(); next !== undefined && dueAt() <= now; next = ahead()) {
    step = next.number;
    // A step in which no person can be alerted is skipped without waiting.
    if (next.people.some(mayBeTold)) stepAt = now;
  }
  // Includes people who were in quiet hours when their step was reached.
  const reached = steps.filter(({ number }) => number <= step).flatMap(({ people }) => people);
  const waiting = reached.filter((id) => !told.has(id)).map(sleepsUntil);
  const moments = [...waiting, ahead() && dueAt()].filter((at) => at !== undefined);
  return {
    ...{ do: 'tell', step, stepAt },
    people: reached.filter(mayBeTold),
    nextAt: moments.reduce<Date | undefined>(
      (first, at) => (first === undefined || at < first ? at : first),
      undefined,
    ),
  };
}

function after(instant: Date, ms: number): Date {
  return new Date(+instant + ms);
}
