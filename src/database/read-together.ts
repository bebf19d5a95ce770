import type pg from 'pg';
import type { HouseholdRead } from './database.ts';
import { requireUuid } from './one-transaction.ts';
import { handleOf } from './pool-transaction.ts';

/** SQLSTATE "current transaction is aborted": a statement of another read has failed before. */
const ABORTED = '25P02';

/** Runs work on one connection, in a transaction that begins in that household. */
type Transact = (
  accountId: string,
  work: (client: pg.PoolClient) => Promise<void>,
) => Promise<void>;

interface Statements {
  readonly isPooled: boolean;
  count(): void;
}

/**
 * Runs reads of several households in one transaction. Before each statement of another household
 * than the previous one, the household is set, so that row-level security applies as in separate
 * transactions. A failed statement aborts the whole transaction; then the other reads are repeated
 * without the failed one.
 */
export async function readTogether<T>(
  reads: readonly HouseholdRead<T>[],
  transact: Transact,
  statements: Statements,
): Promise<PromiseSettledResult<T>[]> {
  const outcomes = await inOne(reads, transact, statements);
  const again = reads.filter((_, at) => isAborted(outcomes[at]));
  if (again.length === 0 || again.length === reads.length) return outcomes;
  const later = await readTogether(again, transact, statements);
  return outcomes.map((outcome) => (isAborted(outcome) ? (later.shift() ?? outcome) : outcome));
}

async function inOne<T>(
  reads: readonly HouseholdRead<T>[],
  transact: Transact,
  { isPooled, count }: Statements,
): Promise<PromiseSettledResult<T>[]> {
  let outcomes: PromiseSettledResult<T>[] = [];
  const [first] = reads;
  if (first === undefined) return outcomes;
  const failed = new Error('Not all that was read together was read.');
  try {
    await transact(first.accountId, async (client) => {
      const enter = turnstile(client, first.accountId, count);
      outcomes = await Promise.allSettled(
        reads.map(async ({ accountId, work }) => {
          const handle = handleOf(enter(accountId), count, isPooled);
          return work(handle.db).finally(handle.close);
        }),
      );
      if (outcomes.some(({ status }) => status === 'rejected')) throw failed;
    });
    return outcomes;
  } catch (reason) {
    // If the failure is not that of a read, the transaction itself failed, and no outcome is valid.
    return reason === failed ? outcomes : reads.map(() => ({ status: 'rejected', reason }));
  }
}

/**
 * Returns a function that wraps the connection for one household at a time. The household setting
 * is sent together with the statement, so that no other statement can come between them.
 */
function turnstile(client: pg.PoolClient, first: string, count: () => void) {
  let inside = first;
  return (accountId: string): pg.PoolClient => {
    const enter = `SET LOCAL app.account_id = '${requireUuid(accountId)}'`;
    const query = (...statement: Parameters<pg.PoolClient['query']>) => {
      if (inside !== accountId) {
        inside = accountId;
        count();
        // Ignored: if it fails, the transaction is aborted, and the next statement reports that.
        client.query(enter).catch(() => undefined);
      }
      return client.query(...statement);
    };
    return Object.create(client, { query: { value: query } });
  };
}

function isAborted(outcome: PromiseSettledResult<unknown> | undefined): boolean {
  if (outcome?.status !== 'rejected') return false;
  for (let cause: unknown = outcome.reason; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === ABORTED) return true;
  }
  return false;
}
