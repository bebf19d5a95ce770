import type { Database, Db, Following } from '#database/connect.ts';
import type { Changed, Stale, UnitOfWork } from '#platform/server/feature.ts';
import type { Gate } from './dispatch.ts';
import type { ResponseCache } from './response-cache.ts';
import type { SseConnections } from './sse.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Runs transactions outside of calls. Their changes invalidate the caches of this server, as
     * the changes of calls do.
     */
    readonly unitOfWork: UnitOfWork;
  }
}

interface Remembering {
  readonly cache: ResponseCache;
  readonly gate: Gate;
  readonly live: SseConnections;
}

/**
 * Returns a function that drops the stale cache entries of this process and notifies its open
 * screens.
 */
export function invalidationOf({ cache, gate, live }: Remembering): Changed {
  return (accountId, what) => {
    cache.drop(accountId);
    if (what === 'sessions') {
      gate.forgetHousehold(accountId);
      live.end(accountId);
    } else live.tell(accountId, what.answers);
  };
}

/**
 * Creates a unit of work that announces changes to the other processes within the transaction, and
 * invalidates the local caches after the commit. A process that serves no calls has no caches, so
 * it needs no `invalidate`. A command that a running server executes uses the unit of work of that
 * server.
 */
export function unitOfWork(
  database: Pick<Database, 'inHousehold' | 'asSystem' | 'announce'>,
  invalidate: Changed = () => undefined,
): UnitOfWork {
  async function transact<T>(
    begin: (inside: (db: Db) => Promise<T>) => Promise<T>,
    work: (db: Db, changed: Changed) => Promise<T>,
  ): Promise<T> {
    const told = new Map<string, Parameters<Changed>>();
    const result = await begin(async (db) => {
      const made = await work(db, (...change) => {
        const [accountId, what] = change;
        told.set(`${accountId} ${wordsOf(what)}`, change);
      });
      for (const [accountId, what] of told.values()) {
        await database.announce(db, accountId, wordsOf(what));
      }
      return made;
    });
    for (const change of told.values()) invalidate(...change);
    return result;
  }
  return {
    change: (accountId, work) =>
      transact(
        (inside) => database.inHousehold(accountId, inside),
        (db, changed) => work(db, (what) => changed(accountId, what)),
      ),
    changeAsSystem: (work) => transact(database.asSystem, work),
  };
}

function wordsOf(what: Stale): string {
  return what === 'sessions' ? what : `answers ${what.answers}`;
}

/**
 * Receives the changes that other processes announce. While the connection is interrupted, the
 * caches are bypassed.
 */
export async function listenToOthers(
  database: Database,
  { cache, gate }: Remembering,
  invalidate: Changed,
): Promise<Following> {
  const setBypassed = (deaf: boolean) => {
    cache.setBypassed(deaf);
    gate.setBypassed(deaf);
  };
  const following = await database.listen({
    message(accountId, words) {
      const [what, answers = ''] = words.split(' ');
      invalidate(accountId, what === 'sessions' ? what : { answers });
    },
    interrupted: () => setBypassed(true),
    resumed: () => setBypassed(false),
  });
  cache.followBy(following);
  gate.followBy(following);
  return following;
}
