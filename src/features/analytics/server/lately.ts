import { DAY_MS } from '#kit/shared/durations.ts';

/** Whoever uses a tablet mostly did so in these last days, which are in two parts by month, or one. */
const LATELY_MS = 28 * DAY_MS;

export interface Lately {
  readonly since: Date;
  readonly until: Date;
}

/** Where what was used last is looked for, before any other part by month is opened. */
export function lately(now: Date): Lately {
  return {
    since: new Date(now.getTime() - LATELY_MS),
    until: new Date(now.getTime() + DAY_MS),
  };
}
