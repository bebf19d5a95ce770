import type pg from 'pg';
import { TAKE } from './announced-rows.ts';
import type { Carrier } from './carrier.ts';

const CHANNEL = 'grand_app';

/** Takes rows of the table and tells them in one statement: both or neither. */
const TAKE_AND_NOTIFY = `WITH taken AS (${TAKE})
  SELECT count(pg_notify('${CHANNEL}', concat_ws(' ', origin, "accountId", what))) FROM taken`;

/** On a session that sees every row; `name` where it prepares statements. */
export async function notify(
  session: pg.ClientBase,
  ids: readonly string[],
  query: { name?: string; query_timeout: number },
): Promise<void> {
  await session.query({ ...query, text: TAKE_AND_NOTIFY, values: [ids] });
}

/**
 * The database as the carrier (LISTEN and NOTIFY): nothing else has to run, and everybody hears of
 * every household. PostgreSQL holds one lock from a NOTIFY to the end of its commit, so one is sent
 * for many commits, after them.
 */
export function notifyCarrier(origin: string, timeoutMs: number): Carrier {
  const query = { query_timeout: timeoutMs };
  return {
    name: 'notify',
    hearsAll: true,
    async open({ session, hear }) {
      session.on('notification', ({ payload = '' }) => {
        const [from, accountId, ...what] = payload.split(' ');
        // What this process said itself is of no use to it.
        if (from !== origin && accountId !== undefined) hear(accountId, what.join(' '));
      });
      const listen = { text: `LISTEN ${CHANNEL}`, ...query };
      await session.query(listen);
      return {
        relay: (ids) => notify(session, ids, { name: 'take_and_notify', ...query }),
        follow: async () => undefined,
        unfollow: () => undefined,
        close: async () => undefined,
      };
    },
  };
}
