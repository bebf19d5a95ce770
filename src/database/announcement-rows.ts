import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { requireUuid } from './one-transaction.ts';

/** A change in a household that makes caches of other processes stale. */
export interface Announcement {
  readonly accountId: string;
  /**
   * Topics separated by spaces, such as `answers photos`. Every process builds the same text for
   * the same change.
   */
  readonly what: string;
}

/** An announcement whose transaction has committed, but that is not published yet. */
export interface UnpublishedAnnouncement extends Announcement {
  readonly id: string;
  /** Id of the process that wrote the row. */
  readonly origin: string;
  /** True if the row is older than one second: its writer should have published it by now. */
  readonly isLeft: boolean;
}

/**
 * Transactional outbox: builds the statement that inserts one row for each announcement. The
 * statement must run in the transaction whose changes the rows announce.
 */
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

/**
 * Reads every unpublished row, including rows that their writer is about to publish. Requires a
 * session that sees all households.
 */
export const READ_UNPUBLISHED = {
  name: 'read_untold',
  text: `SELECT id, origin, account_id AS "accountId", what,
    at < clock_timestamp() - interval '1 second' AS "isLeft" FROM announcements`,
};

/** Deletes these rows and returns them; skips rows that another process has locked. */
export const TAKE = `DELETE FROM announcements WHERE id IN (
    SELECT id FROM announcements WHERE id = ANY ($1::uuid[]) FOR UPDATE SKIP LOCKED)
  RETURNING origin, account_id AS "accountId", what`;
