import { sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { asParameters, ofGiven, parameterRows } from '#database/parameter-rows.ts';
import { isAmong, parameter, prepared } from '#database/prepared.ts';
import { sessions } from '#database/schema/access.ts';
import { heartbeats } from '#database/schema/alerts.ts';
import { users } from '#database/schema/households.ts';
import { byAccount, lookupBy } from '#platform/shared/group-by.ts';
import type { Heartbeat } from '../domain/tablet-state.ts';

/** A household, and the start of the time for which heartbeats are read. */
interface Asking {
  readonly accountId: string;
  readonly since: Date;
}

const eldersDevices = prepared(
  'elders_devices',
  {
    accountId: sessions.accountId,
    id: sessions.id,
    userId: sessions.userId,
    lastSeenAt: sessions.lastSeenAt,
  },
  (selected) => sql`
    select ${selected} from ${sessions}
    join ${users} on ${users.id} = ${sessions.userId} and ${users.accountId} = ${sessions.accountId}
    where ${isAmong(sessions.accountId, 'accountIds')}
      and ${sessions.expiresAt} > ${parameter('now', sessions.expiresAt)}
      and (${sessions.kind} = 'tablet' or ${users.role} = 'user')`,
);

const SINCE = { accountId: heartbeats.accountId, since: heartbeats.at };

const heartbeatsSince = prepared(
  'heartbeats_since',
  { heartbeat: heartbeats },
  (selected) => sql`
    select ${selected} from ${parameterRows(SINCE)}
    join ${heartbeats} on ${heartbeats.accountId} = ${ofGiven('accountId')}
      and ${heartbeats.at} >= ${ofGiven('since')}`,
);

/** Reads the paired tablets and other sessions of elders of each household. */
export async function tabletsOf(db: Db, asking: readonly Asking[], now: Date) {
  const accountIds = asking.map(({ accountId }) => accountId);
  const devices = byAccount(await eldersDevices(db, { accountIds, now }));
  const heard = await heartbeatsSince(db, asParameters(SINCE, asking));
  const said = lookupBy(
    heard.flatMap(({ heartbeat }) => heartbeat ?? []),
    ({ accountId, sessionId }) => `${accountId} ${sessionId}`,
  );
  return (accountId: string) =>
    devices(accountId).map(({ id, userId, lastSeenAt }) => {
      const own: readonly Heartbeat[] = said(`${accountId} ${id}`);
      const lastHeard = own.reduce(
        (last, { at }) => Math.max(last, at.getTime()),
        lastSeenAt.getTime(),
      );
      return { userId, lastHeardAt: new Date(lastHeard), heartbeats: own };
    });
}
