import type { Database } from '#database/connect.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { readCareState } from '../app/care-state.ts';
import { type CheckResult, fail, ok, warn } from './check-result.ts';

/** Maximum delay of the checks of doses, in milliseconds. They run every 20 seconds. */
const MAX_LATE_MS = 2 * MINUTE_MS;

/** Checks that reminders and alerts are on time. */
export async function lookAtCare(database: Database, at: Date): Promise<CheckResult> {
  const { due, oldestDue } = await database.asSystem((db) => readCareState(db, at));
  const lateMs = oldestDue === null ? 0 : at.getTime() - oldestDue.getTime();
  if (lateMs <= MAX_LATE_MS) return ok('Every dose is looked after in time.');
  const households = due === 1 ? 'One household waits' : `${due} households wait`;
  return fail(
    `${households} to have an overdue dose looked after, the oldest for ${Math.floor(lateMs / MINUTE_MS)} minutes.`,
  );
}

export async function lookAtLetters(database: Database, at: Date): Promise<CheckResult> {
  const { unsent } = await database.asSystem((db) => readCareState(db, at));
  if (unsent.length === 0) return ok('Nothing of the last day failed to leave.');
  const kinds = unsent.map(({ kind, all }) => `${all} of ${kind}`);
  return warn(`Of the last day could not leave: ${kinds.join(', ')}.`);
}
