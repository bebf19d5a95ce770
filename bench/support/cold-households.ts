import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findPostgres, startPostgres } from '../../src/database/testing-postgres.ts';
import { registerCookie } from './household.ts';
import { type MeasuredServer, startMeasured } from './measured-server.ts';

/** Requests that each tablet repeats. */
export const POLLED = ['/api/upcoming-medications', '/api/settings'] as const;

/** Creates households with a tablet and a medication each, equal to those of the product. */
const MADE = `
  create temp table made as select gen_random_uuid() as account_id, gen_random_uuid() as user_id,
    $2::text as timezone, n from generate_series(0, $1::int - 1) n;
  insert into accounts (id, account_number, created_at) select account_id, 'B-' || account_id, now() from made;
  insert into users (id, account_id, role, first_name, last_name, created_at)
    select user_id, account_id, 'user', 'Ada', 'Lovelace', now() from made;
  insert into subscriptions (account_id, provider, plan, status, ends_at)
    select account_id, 'built-in', 'monthly', 'active', now() + interval '20 days' from made;
  insert into settings select copied.* from made, (select * from settings limit 1) s,
    jsonb_populate_record(null::settings, to_jsonb(s) ||
      jsonb_build_object('account_id', made.account_id, 'timezone', made.timezone)) copied;
  insert into medications (id, account_id, name, dosage, frequency, times, start_date, instructions,
    is_active, reminder_enabled, sound_enabled, created_at, scheduled_since)
    select gen_random_uuid(), account_id, 'Lisinopril', '10 mg', 'twice_daily',
      array['08:00', '20:00'], '2026-01-01', '', true, true, true, now(), now() from made;
  insert into sessions (token_hash, account_id, user_id, kind, device_name, created_at, last_seen_at,
    expires_at, ends_at)
    select encode(sha256(convert_to('cold-' || n, 'UTF8')), 'hex'), account_id, user_id, 'tablet',
      'Tablet', now(), now(), now() + interval '90 days', now() + interval '365 days' from made;
  analyze;
  drop table made`;

/** Returns the cookie of the tablet with that number, starting at 0. */
export function coldCookie(tablet: number): string {
  return `grand_session=cold-${tablet}`;
}

interface Wanted {
  /** Number of households, each with a tablet. */
  readonly households: number;
  readonly program?: string;
  readonly environment?: Record<string, string>;
}

export interface ColdServer {
  readonly server: MeasuredServer;
  readonly databaseUrl: string;
}

/** Runs work with a server that has just started on PostgreSQL, with empty caches. */
export async function onColdServer(
  { households, program = 'dist/server/server.js', environment = {} }: Wanted,
  work: (cold: ColdServer) => Promise<void>,
): Promise<void> {
  const found = findPostgres();
  if (found === undefined) throw new Error('This bench needs PostgreSQL or TEST_DATABASE_URL.');
  const postgres = await startPostgres(found);
  const dataDir = mkdtempSync(join(tmpdir(), 'grand-bench-'));
  const settings = {
    ...{ DATABASE_URL: postgres.url, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' },
    ...{ LOG_LEVEL: 'fatal', ...environment },
  };
  let server: MeasuredServer | undefined;
  try {
    const first = await startMeasured(program, settings);
    await registerCookie(first.url, 'ada@example.com').finally(first.stop);
    await seed(postgres.url, households);
    server = await startMeasured(program, settings);
    await work({ server, databaseUrl: postgres.url });
  } finally {
    await server?.stop();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function seed(url: string, households: number): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('set app.system = on');
  for (const statement of MADE.split(';')) {
    const values = [households, quietZone(new Date())];
    await client.query(statement, statement.includes('$1') ? values : []);
  }
  await client.end();
}

/**
 * Returns a time zone in which it is 1 p.m., so that no reminder or day begins or ends during a
 * bench.
 */
function quietZone(now: Date): string {
  const behind = now.getUTCHours() - 13;
  // The names of these zones have the opposite sign.
  return `Etc/GMT${behind < 0 ? behind : `+${behind}`}`;
}

/** A closed loop with `atOnce` concurrent tablets. */
export async function forEachTablet(
  tablets: number,
  atOnce: number,
  work: (tablet: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < tablets) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}
