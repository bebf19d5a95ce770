import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { requireUuid } from './one-transaction.ts';

/** What a commit made stale in a household. */
export interface Announcement {
  readonly accountId: string;
  /** One word or several, the same in every process. */
  readonly what: string;
}

/** One that has been committed and that nobody has told yet. */
export interface Untold extends Announcement {
  readonly id: string;
  /** Who wrote it. */
  readonly origin: string;
  /** Whoever wrote it has had the time to tell it. */
  readonly isLeft: boolean;
}

/** A transactional outbox: the statement writes a row for each with the transaction that it ends. */
export function writingDown(origin: string, all: readonly Announcement[]) {
  const ids: string[] = [];
  const rows = all.map(({ accountId, what }) => {
    const id = randomUUID();
    ids.push(id);
    return `('${id}', '${origin}', '${requireUuid(accountId)}', ${pg.escapeLiteral(what)})`;
  });
  const into = 'INSERT INTO announcements (id, origin, account_id, what) VALUES';
  return { ids, statement: `${into} ${rows.join(', ')}` };
}

/** On a session that sees every row: all that nobody has told yet, or is about to. */
export const READ_UNTOLD = {
  name: 'read_untold',
  text: `SELECT id, origin, account_id AS "accountId", what,
    at < clock_timestamp() - interval '1 second' AS "isLeft" FROM announcements`,
};

/** Takes these rows away, but for those that another process is at. */
export const TAKE = `DELETE FROM announcements WHERE id IN (
    SELECT id FROM announcements WHERE id = ANY ($1::uuid[]) FOR UPDATE SKIP LOCKED)
  RETURNING origin, account_id AS "accountId", what`;
