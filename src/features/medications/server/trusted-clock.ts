import { eq } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';
import { serverKeys } from '#database/schema/alerts.ts';
import type { JobContext } from '#platform/server/feature.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { type ClockTrust, lookAtClock, NO_TRUST } from '../domain/clock-trust.ts';

/** The key of the latest trusted time, which is stored for the next process. */
const KEY = 'care-clock';

const NOTE_EVERY_MS = MINUTE_MS;

/** Maximum difference between the correct clocks of two machines. */
const MAX_APART_MS = MINUTE_MS;

/**
 * Returns the time by which doses become overdue and missed; undefined while the clock is not
 * trusted.
 */
export type TrustedClock = (parts: JobContext) => Promise<Date | undefined>;

interface Watched {
  readonly known: number | undefined;
  trust: ClockTrust;
  noteAt: number;
}

/**
 * Tracks the trust of each server in its clock, and stores the trusted time for the next process.
 */
export function trustedClock(): TrustedClock {
  const servers = new WeakMap<Database, Watched>();
  return async (parts) => {
    const { database, steady, log } = parts;
    if (steady === undefined) return parts.now();
    const watched = servers.get(database) ?? {
      ...{ known: await readNoted(database), trust: NO_TRUST },
      noteAt: Number.NEGATIVE_INFINITY,
    };
    servers.set(database, watched);
    const now = earlierOf(parts.now(), await steady.ofDatabase());
    const wasDoubted = watched.trust.doubted !== undefined;
    const look = { wall: now.getTime(), elapsed: steady.elapsed(), known: watched.known };
    const { isBelieved, trust } = lookAtClock(watched.trust, look);
    watched.trust = trust;
    if (!isBelieved) {
      if (!wasDoubted) log.warn('clock jumped ahead: no dose is settled until it is stable');
      return undefined;
    }
    if (look.elapsed >= watched.noteAt) {
      await note(database, now);
      watched.noteAt = look.elapsed + NOTE_EVERY_MS;
    }
    return now;
  };
}

/**
 * Returns the earlier of the two machines' clocks if they differ, because it marks no dose too
 * early.
 */
function earlierOf(own: Date, theirs: Date | undefined): Date {
  const isAhead = theirs !== undefined && own.getTime() - theirs.getTime() > MAX_APART_MS;
  return isAhead ? theirs : own;
}

async function readNoted(database: Database): Promise<number | undefined> {
  const [row] = await database.asSystem((db) =>
    db.select({ value: serverKeys.value }).from(serverKeys).where(eq(serverKeys.name, KEY)),
  );
  const at = Date.parse(row?.value ?? '');
  return Number.isNaN(at) ? undefined : at;
}

async function note(database: Database, now: Date): Promise<void> {
  const value = now.toISOString();
  await database.asSystem((db) =>
    db
      .insert(serverKeys)
      .values({ name: KEY, value })
      .onConflictDoUpdate({ target: serverKeys.name, set: { value } }),
  );
}
