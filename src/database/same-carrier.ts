import type pg from 'pg';
import { UnusableDatabase } from './database.ts';

/** Class of the advisory locks by which servers show their carrier; an arbitrary number. */
const CLASS = 726_311;
const KEYS = { notify: 1, nats: 2 } as const;

export type CarrierName = keyof typeof KEYS;

/**
 * Takes a session lock for the carrier of this server. Rejects with `UnusableDatabase` while
 * another server uses a different carrier, because the two servers would not receive each other's
 * announcements.
 */
export async function requireSameCarrier(
  session: pg.Client,
  name: CarrierName,
  timeoutMs: number,
): Promise<void> {
  const other = name === 'nats' ? KEYS.notify : KEYS.nats;
  const hold = {
    text: `SELECT pg_advisory_lock_shared(${CLASS}, ${KEYS[name]})`,
    query_timeout: timeoutMs,
  };
  await session.query(hold);
  const look = {
    text: `SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = ${CLASS} AND objid = ${other}
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    query_timeout: timeoutMs,
  };
  const { rowCount } = await session.query(look);
  if (rowCount === 0) return;
  throw new UnusableDatabase(
    `Another server on this database runs ${name === 'nats' ? 'without' : 'with'} NATS_URL, and would hear nothing of this one: set it on all servers or on none, and stop all of them in between.`,
  );
}
