import { sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { given, prepared } from '#database/prepared.ts';
import { sessions } from '#database/schema/access.ts';
import { heartbeats } from '#database/schema/alerts.ts';
import { users } from '#database/schema/households.ts';
import type { Heartbeat } from '../tablet-state.ts';

interface Asking {
  readonly accountId: string;
  readonly now: Date;
  readonly doses: readonly { readonly scheduledTime: Date }[];
}

const eldersDevices = prepared(
  'elders_devices',
  { id: sessions.id, userId: sessions.userId, lastSeenAt: sessions.lastSeenAt },
  (selected) => sql`
    select ${selected} from ${sessions}
    join ${users} on ${users.id} = ${sessions.userId}
    where ${sessions.accountId} = ${given('accountId', sessions.accountId)}
      and ${sessions.expiresAt} > ${given('now', sessions.expiresAt)}
      and (${sessions.kind} = 'tablet' or ${users.role} = 'user')`,
);

const heartbeatsSince = prepared(
  'heartbeats_since',
  { heartbeat: heartbeats },
  (selected) => sql`
    select ${selected} from ${heartbeats}
    where ${heartbeats.accountId} = ${given('accountId', heartbeats.accountId)}
      and ${heartbeats.at} >= ${given('since', heartbeats.at)}`,
);

/** Paired tablets, and whatever else an elder is signed in at. */
export async function tabletsOf(db: Db, { accountId, now, doses }: Asking) {
  const rows = await eldersDevices(db, { accountId, now });
  const first = Math.min(
    now.getTime(),
    ...doses.map(({ scheduledTime }) => scheduledTime.getTime()),
  );
  const heard = await heartbeatsSince(db, { accountId, since: new Date(first) });
  const said = heard.flatMap(({ heartbeat }) => heartbeat ?? []);
  return rows.map(({ id, userId, lastSeenAt }) => {
    const own: Heartbeat[] = said.filter(({ sessionId }) => sessionId === id);
    const lastHeard = own.reduce(
      (last, { at }) => Math.max(last, at.getTime()),
      lastSeenAt.getTime(),
    );
    return { userId, lastHeardAt: new Date(lastHeard), heartbeats: own };
  });
}
