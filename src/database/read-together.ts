import type pg from 'pg';
import type { HouseholdRead } from './database.ts';
import { requireUuid } from './one-transaction.ts';
import { handleOf } from './pool-transaction.ts';

/** "current transaction is aborted": an earlier statement of another read has failed. */
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
 * Runs reads of several households in one transaction. The household is set before each statement
 * that differs from the previous one, so row-level security binds each statement as in a separate
 * transaction. A failed statement aborts the transaction for all; the other reads are then repeated
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
    // If the transaction did not begin, no outcome is valid.
    return reason === failed ? outcomes : reads.map(() => ({ status: 'rejected', reason }));
  }
}

/**
 * Wraps the connection for each household in turn. The setting and the statement are sent together,
 * so no other statement can come between them.
 */
function turnstile(client: pg.PoolClient, first: string, count: () => void) {
  let inside = first;
  return (accountId: string): pg.PoolClient => {
    const enter = `SET LOCAL app.account_id = '${requireUuid(accountId)}'`;
    const query = (...statement: Parameters<pg.PoolClient['query']>) => {
      if (inside !== accountId) {
        inside = accountId;
        count();
        // If this fails, the transaction is aborted and the next statement reports it.
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
