import type pg from 'pg';
import { TAKE } from './announcement-rows.ts';
import type { Carrier } from './carrier.ts';

const CHANNEL = 'grand_app';

/** Deletes rows and publishes them in one statement, so that either both happen or neither. */
const TAKE_AND_NOTIFY = `WITH taken AS (${TAKE})
  SELECT count(pg_notify('${CHANNEL}', concat_ws(' ', origin, "accountId", what))) FROM taken`;

/**
 * Publishes the rows with these ids. Requires a session that sees every row. `name` makes the query
 * a prepared statement.
 */
export async function notify(
  session: pg.ClientBase,
  ids: readonly string[],
  query: { name?: string; query_timeout: number },
): Promise<void> {
  await session.query({ ...query, text: TAKE_AND_NOTIFY, values: [ids] });
}

/**
 * The database as carrier (LISTEN and NOTIFY). It needs no other service, and every process
 * receives the changes of all households. PostgreSQL holds a global lock from NOTIFY until the end
 * of the commit; therefore one NOTIFY is sent for many commits, after them.
 */
export function notifyCarrier(origin: string, timeoutMs: number): Carrier {
  const query = { query_timeout: timeoutMs };
  return {
    name: 'notify',
    hearsAll: true,
    async open({ session, hear }) {
      session.on('notification', ({ payload = '' }) => {
        const [from, accountId, ...what] = payload.split(' ');
        // Ignores the messages of this process.
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
