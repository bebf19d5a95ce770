import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { requireUuid } from './one-transaction.ts';

/** A change in a household that makes caches of other processes stale. */
export interface Announcement {
  readonly accountId: string;
  /** Space-separated topics such as `answers photos`; equal in every process. */
  readonly what: string;
}

/** A committed announcement that is not published yet. */
export interface UnpublishedAnnouncement extends Announcement {
  readonly id: string;
  /** Id of the process that wrote the row. */
  readonly origin: string;
  /** True if the row is older than one second: its writer should have published it by now. */
  readonly isLeft: boolean;
}

/**
 * Transactional outbox: builds the statement that inserts one row for each announcement. It must
 * run in the transaction that it announces.
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
 * Reads every unpublished row, including rows that are about to be published. Requires a session
 * that sees all households.
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
