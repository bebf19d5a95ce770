import { DAY_MS } from '#kit/shared/durations.ts';
import { type QuietHours, quietUntil } from './quiet-hours.ts';

/** People who are alerted together; a lower number comes first. */
export interface Step {
  readonly number: number;
  readonly people: readonly string[];
}

/** In which order the administrators of a household are alerted. */
export interface AlertOrder {
  readonly steps: readonly Step[];
  readonly waitMs: number;
  /** Whoever has an alert is asked after this whether it is still open. */
  readonly askAgainMs: number;
  readonly lastIgnoresQuiet: boolean;
  readonly quiet: ReadonlyMap<string, QuietHours>;
  readonly timezone: string;
}

/** How far an alert has come. It goes through the steps in rounds: one that nobody has any more begins anew. */
export interface AlertState {
  readonly createdAt: Date;
  readonly isAnswered: boolean;
  readonly roundAt: Date;
  /** Had it in the round before: is not alerted in this one. */
  readonly without: string | null;
  /** Whom this round has alerted. */
  readonly told: ReadonlySet<string>;
  /** The step that it has come to, and when somebody was alerted last because of it. */
  readonly step: number;
  readonly stepAt: Date | null;
  readonly holder: Holder | null;
}

export interface Holder {
  /** Null has left the household. */
  readonly id: string | null;
  readonly at: Date;
  /** When it was asked whether it is still open. */
  readonly askedAt: Date | null;
}

export type NextOfAlert =
  | { readonly do: 'close' }
  /** Whoever has it is alerted once more. */
  | { readonly do: 'ask'; readonly person: string; readonly nextAt: Date }
  /** Whoever has it has not answered: the next round begins. */
  | { readonly do: 'lapse' }
  | {
      readonly do: 'tell';
      /** Nobody where it is only waited. */
      readonly people: readonly string[];
      readonly step: number;
      readonly stepAt: Date | null;
      /** Undefined where nothing will happen by itself but its end. */
      readonly nextAt: Date | undefined;
    };

/** A dose that nobody has answered for a day is no alert any more: its letters are too late as well. */
export const OPEN_MS = DAY_MS;

/** Whom an alert that is open goes to now, and when to look at it next. */
export function nextOfAlert(order: AlertOrder, state: AlertState, now: Date): NextOfAlert {
  if (state.isAnswered || +now - +state.createdAt >= OPEN_MS) return { do: 'close' };
  if (state.holder === null) return goOn(order, state, now);
  return askHolder(order, state.holder, now);
}

/** When an alert that is still open ends by itself. */
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
    // One of whom nobody may be alerted passes at once.
    if (next.people.some(mayBeTold)) stepAt = now;
  }
  // Also who was in quiet hours when their step came.
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
