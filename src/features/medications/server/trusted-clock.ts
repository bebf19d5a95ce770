import { eq } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';
import { serverKeys } from '#database/schema/alerts.ts';
import type { JobContext } from '#kit/server/feature.ts';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import { type ClockTrust, lookAtClock, NO_TRUST } from '../clock-trust.ts';

/** Under this name the newest moment is kept that a clock of before was believed in. */
const KEY = 'care-clock';

const NOTE_EVERY_MS = MINUTE_MS;

/** Clocks of two machines that are right are no further apart. */
const MOST_APART_MS = MINUTE_MS;

/** The time by which doses settle by themselves; undefined while the clock may be wrong. */
export type TrustedClock = (parts: JobContext) => Promise<Date | undefined>;

interface Watched {
  readonly known: number | undefined;
  trust: ClockTrust;
  noteAt: number;
}

/** What each server thinks of its clock; what it believes is noted for the process after it. */
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
      if (!wasDoubted)
        log.warn('the clock is suddenly ahead: no dose is settled until it has held');
      return undefined;
    }
    if (look.elapsed >= watched.noteAt) {
      await note(database, now);
      watched.noteAt = look.elapsed + NOTE_EVERY_MS;
    }
    return now;
  };
}

/** Of two machines' clocks the one that is behind marks nothing too early. */
function earlierOf(own: Date, theirs: Date | undefined): Date {
  const isAhead = theirs !== undefined && own.getTime() - theirs.getTime() > MOST_APART_MS;
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
