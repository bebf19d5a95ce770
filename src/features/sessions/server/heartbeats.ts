import { lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Db } from '#database/connect.ts';
import { sessions } from '#database/schema/access.ts';
import { heartbeats } from '#database/schema/alerts.ts';
import { users } from '#database/schema/households.ts';
import type { CallerContext, ScheduledJob } from '#platform/server/feature.ts';
import { inPieces } from '#platform/server/jobs/in-pieces.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import type { CallOf } from '#platform/shared/endpoint.ts';
import { isTimezone } from '#platform/shared/zoned-time.ts';
import type { DeviceCalls } from '../contract.ts';

export type DeviceReport = CallOf<DeviceCalls['reportDevice']>['body'];

interface Waiting extends DeviceReport {
  readonly tokenHash: string;
  readonly at: string;
}

/** The state of a device that administrators see; missing fields keep their value. */
type State = Omit<DeviceReport, 'clockSkewMs'> & { readonly clockSkewMinutes: number };

/** The common format of results of both database drivers. */
const written = z.object({ rows: z.array(z.unknown()) });

const KEPT_MS = 120 * MINUTE_MS;

/** Maximum number of reports in memory while the database cannot be reached. */
const MAX_WAITING = 200_000;

/** The reports that this process has not stored yet, by database. */
const heard = new WeakMap<Database, Heard>();

class Heard {
  /** By session and minute, so that several reports in a minute are stored as one. */
  waiting = new Map<string, Waiting>();
  /** The last state of each session that was stored for administrators. */
  news = new Map<string, string>();
}

/**
 * Keeps reports in memory until the next run, so that thousands of devices cost little. Only
 * changes that administrators see are stored and published at once.
 */
export async function receiveHeartbeat(said: DeviceReport, context: CallerContext): Promise<void> {
  const { database, account, user, tokenHash, now } = context;
  const { waiting, news } = heardBy(database);
  // A time zone that this server does not know counts as missing.
  const isKnownZone = said.timezone !== undefined && isTimezone(said.timezone);
  const report = { ...said, timezone: isKnownZone ? said.timezone : undefined };
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  if (waiting.size < MAX_WAITING) {
    waiting.set(`${tokenHash} ${minute}`, { ...report, tokenHash, at: now.toISOString() });
  }
  const state = stateOf(report);
  const last = JSON.stringify(state);
  if (news.get(tokenHash) === last) return;
  await context.change(account.id, async (db, changed) => {
    const isNew = await storeState(db, [{ ...state, tokenHash }]);
    // Published for devices of elders only, because the state of an administrator's own device is
    // not shown.
    if (isNew && user.role === 'user') changed({ answers: 'devices' });
  });
  if (news.size >= MAX_WAITING) news.clear();
  news.set(tokenHash, last);
}

function stateOf(report: DeviceReport): State {
  const { soundReady, visible, timezone, batteryPercent, charging } = report;
  const { worksOffline, zoneDataOutdated } = report;
  const clockSkewMinutes = Math.round(report.clockSkewMs / MINUTE_MS);
  return {
    ...{ soundReady, visible, clockSkewMinutes },
    ...{ timezone, batteryPercent, charging, worksOffline, zoneDataOutdated },
  };
}

/**
 * Stores the reports since the last run in batches of a thousand, and deletes old ones. Only the
 * reports of a failed batch wait for the next run, so that one failure does not make all tablets
 * appear silent.
 */
export const heartbeatJob: ScheduledJob = {
  name: 'heartbeats',
  everyMs: MINUTE_MS,
  ofProcess: true,
  alsoAtEnd: true,
  async run({ database, now }) {
    const known = heardBy(database);
    const reports = known.waiting;
    known.waiting = new Map();
    const errors: unknown[] = [];
    const store = (piece: readonly [string, Waiting][]) =>
      database.asSystem((db) =>
        storeHeard(
          db,
          piece.map(([, report]) => report),
        ),
      );
    const undone = await inPieces([...reports], store, (error) => errors.push(error));
    const old = new Date(now().getTime() - KEPT_MS);
    const wanted = undone.filter(([, { at }]) => at >= old.toISOString());
    known.waiting = new Map([...wanted, ...known.waiting]);
    if (errors.length > 0) throw errors[0];
    await database.asSystem((db) => db.delete(heartbeats).where(lt(heartbeats.at, old)));
  },
};

async function storeHeard(db: Db, reports: readonly Waiting[]): Promise<void> {
  await storeHeartbeats(db, reports);
  // A tablet may report to several processes; the last report counts.
  await storeState(
    db,
    reports.map((report) => ({ ...stateOf(report), tokenHash: report.tokenHash })),
  );
}

function heardBy(database: Database): Heard {
  const known = heard.get(database) ?? new Heard();
  heard.set(database, known);
  return known;
}

/** Stores reports of all devices of elders, not only of paired tablets. */
async function storeHeartbeats(db: Db, reports: readonly Waiting[]): Promise<void> {
  await db.execute(sql`
    insert into ${heartbeats} (session_id, at, account_id, visible, sound_ready, clock_skew_ms)
    select s.id, said.at, s.account_id, said.visible, said."soundReady", said."clockSkewMs"
    from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb) as said(
      "tokenHash" text, at timestamptz, visible boolean, "soundReady" boolean, "clockSkewMs" int)
    join ${sessions} s on s.token_hash = said."tokenHash"
    join ${users} u on u.id = s.user_id and u.account_id = s.account_id
    where s.kind = 'tablet' or u.role = 'user'
    for key share of s
    on conflict do nothing`);
}

/**
 * Writes changed rows only, and skips rows that another process has locked. Returns true if a row
 * was written.
 */
async function storeState(
  db: Db,
  said: readonly (State & Pick<Waiting, 'tokenHash'>)[],
): Promise<boolean> {
  // The last of several reports of one session.
  const last = new Map(said.map((one) => [one.tokenHash, one]));
  const answer = await db.execute(sql`
    update ${sessions} set sound_ready = news.sound_ready, visible = news.visible,
      clock_skew_minutes = news.clock_skew_minutes, timezone = news.timezone,
      battery_percent = news.battery_percent, charging = news.charging,
      works_offline = news.works_offline, zone_data_outdated = news.zone_data_outdated
    from (
      select s.token_hash, said."soundReady" as sound_ready, said.visible,
        said."clockSkewMinutes" as clock_skew_minutes,
        coalesce(said.timezone, s.timezone) as timezone,
        coalesce(said."batteryPercent", s.battery_percent) as battery_percent,
        coalesce(said.charging, s.charging) as charging,
        coalesce(said."worksOffline", s.works_offline) as works_offline,
        coalesce(said."zoneDataOutdated", s.zone_data_outdated) as zone_data_outdated
      from jsonb_to_recordset(${JSON.stringify([...last.values()])}::jsonb) as said(
        "tokenHash" text, "soundReady" boolean, visible boolean, "clockSkewMinutes" int,
        timezone text, "batteryPercent" int, charging boolean, "worksOffline" boolean,
        "zoneDataOutdated" boolean)
      join ${sessions} s on s.token_hash = said."tokenHash"
      where (s.sound_ready, s.visible, s.clock_skew_minutes, s.timezone, s.battery_percent,
          s.charging, s.works_offline, s.zone_data_outdated)
        is distinct from (said."soundReady", said.visible, said."clockSkewMinutes",
          coalesce(said.timezone, s.timezone), coalesce(said."batteryPercent", s.battery_percent),
          coalesce(said.charging, s.charging), coalesce(said."worksOffline", s.works_offline),
          coalesce(said."zoneDataOutdated", s.zone_data_outdated))
      for update of s skip locked
    ) news
    where ${sessions.tokenHash} = news.token_hash
    returning ${sessions.tokenHash}`);
  return written.parse(answer).rows.length > 0;
}
