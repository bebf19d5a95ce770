import type { Query } from 'drizzle-orm';
import { type NodePgClient, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import {
  PgDialect,
  type PreparedQueryConfig,
  type SelectedFieldsOrdered,
} from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type { Announcer } from './announcer.ts';
import type { Db } from './database.ts';

const dialect = new PgDialect();

interface Bracket {
  readonly begin: pg.QueryConfig;
  readonly telling: Pick<Announcer, 'commitOf' | 'committed'>;
  /** True behind a pooler, where the next transaction may use another connection. */
  readonly isPooled: boolean;
  count(): void;
}

/**
 * Runs the work in a transaction on this connection, then releases the connection to its pool. A
 * failed transaction is rolled back. If the rollback may have failed, the connection is discarded.
 */
export async function inTransaction<T>(
  client: pg.PoolClient,
  { begin, telling, isPooled, count }: Bracket,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const send = (statement: string | pg.QueryConfig) => {
    count();
    return client.query(statement);
  };
  let broken = false;
  const notice = () => {
    broken = true;
  };
  client.on('error', notice);
  const begun = sendAhead(client, () => send(begin));
  const sending = () => {
    inOnePacket(client);
    count();
  };
  try {
    const handle = handleOf(client, sending, isPooled);
    const result = await work(handle.db).finally(handle.close);
    await begun;
    // The commit message may contain several statements, and then has several results.
    const { text, ids } = telling.commitOf(handle.db);
    const last = [await send(text)].flat().at(-1);
    if (last?.command === 'ROLLBACK') throw new Error('The transaction had failed before its end.');
    if (ids !== undefined) telling.committed(ids);
    return result;
  } catch (error) {
    // If BEGIN failed, its error is reported, because later errors are only consequences.
    const cause = await begun.then(
      () => error,
      (failure) => failure,
    );
    broken ||= isSilence(cause) || !(await succeeds(send('ROLLBACK')));
    throw cause;
  } finally {
    client.removeListener('error', notice);
    client.release(broken);
  }
}

/**
 * Sends BEGIN without waiting for its answer, together with the first statement. If the server
 * rejects BEGIN, it rejects the following statements too.
 */
function sendAhead<T>(client: pg.PoolClient, send: () => Promise<T>) {
  inOnePacket(client);
  const sent = send();
  // Avoids an unhandled rejection until the caller awaits the promise.
  sent.catch(() => undefined);
  return sent;
}

/**
 * Collects everything that is written in this turn of the event loop into one packet (pipelining).
 */
function inOnePacket({ connection: { stream } }: pg.PoolClient): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** True if the error or one of its causes is the driver's timeout for a query without an answer. */
function isSilence(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.message === 'Query read timeout') return true;
  }
  return false;
}

/**
 * Session that uses no named prepared statements. A pooler that does not support them (PgBouncer
 * before 1.21) would know a statement's name on only one of its connections.
 */
class NamelessSession extends NodePgSession<Record<string, never>, Record<string, never>> {
  override prepareQuery<T extends PreparedQueryConfig>(
    query: Query,
    fields: SelectedFieldsOrdered | undefined,
    _name: string | undefined,
    isInArrays: boolean,
    rowsOf?: (rows: unknown[][]) => T['execute'],
  ) {
    return super.prepareQuery<T>(query, fields, undefined, isInArrays, rowsOf);
  }
}

/**
 * Creates the handle of a transaction. It rejects statements after the end of the transaction,
 * because another transaction may then use the connection.
 */
export function handleOf(
  client: NodePgClient,
  count: () => void,
  isPooled = false,
): { db: Db; close: () => void } {
  let open = true;
  const logQuery = () => {
    if (!open) throw new Error('The transaction of this handle has ended.');
    count();
  };
  const Session = isPooled ? NamelessSession : NodePgSession;
  const session = new Session(client, dialect, undefined, { logger: { logQuery } });
  const close = () => {
    open = false;
  };
  return { db: new NodePgTransaction(dialect, session, undefined), close };
}

async function succeeds(attempt: Promise<unknown>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  );
}
