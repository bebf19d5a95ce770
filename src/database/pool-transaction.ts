import type { Query } from 'drizzle-orm';
import { type NodePgClient, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import {
  PgDialect,
  type PreparedQueryConfig,
  type SelectedFieldsOrdered,
} from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type { Db } from './database.ts';
import type { Telling } from './telling.ts';

const dialect = new PgDialect();

/** What stands around a transaction's work. */
interface Bracket {
  readonly begin: pg.QueryConfig;
  readonly telling: Pick<Telling, 'commitOf' | 'committed'>;
  /** The next transaction may be on another connection of a pooler. */
  readonly isPooled: boolean;
  count(): void;
}

/**
 * Runs the work in a transaction on this connection, which goes back to its pool. A transaction that
 * fails is undone; the connection is not used again where it may hold something of it.
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
    // Of several statements in one message there are several answers.
    const { text, ids } = telling.commitOf(handle.db);
    const last = [await send(text)].flat().at(-1);
    if (last?.command === 'ROLLBACK') throw new Error('The transaction had failed before its end.');
    if (ids !== undefined) telling.committed(ids);
    return result;
  } catch (error) {
    // What follows a begin that failed fails because of it.
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
 * Sends a statement without waiting for its answer: a transaction's begin with its first statement. A
 * server that refuses the begin refuses what comes after it.
 */
function sendAhead<T>(client: pg.PoolClient, send: () => Promise<T>) {
  inOnePacket(client);
  const sent = send();
  // Whoever sends it hears of it later.
  sent.catch(() => undefined);
  return sent;
}

/** What is sent from here until this turn of the event loop ends leaves together (pipelining). */
function inOnePacket({ connection: { stream } }: pg.PoolClient): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Whether a statement was given up because nothing came back, bare or inside another error. */
function isSilence(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.message === 'Query read timeout') return true;
  }
  return false;
}

/**
 * Behind a pooler that knows no prepared statements (PgBouncer before 1.21) a name would be known on one
 * of its connections and not on the next: each statement is parsed and planned anew.
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

/** The handle refuses what comes after the end: the connection is then in another's transaction. */
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
