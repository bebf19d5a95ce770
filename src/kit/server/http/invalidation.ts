import type { Database, Db } from '#database/connect.ts';
import type { Invalidation, Stale } from '#kit/server/feature.ts';
import type { Gate } from './dispatch.ts';
import type { ResponseCache } from './response-cache.ts';
import type { SseConnections } from './sse.ts';

interface Remembering {
  readonly cache: ResponseCache;
  readonly gate: Gate;
  readonly live: SseConnections;
}

/** Cache invalidation: says, here and in the other processes, what a commit of a household made stale. */
export function invalidationOf(
  database: Database,
  { cache, gate, live }: Remembering,
): Invalidation {
  return {
    announce: (db, accountId, what) => announceInvalidation(database, db, accountId, what),
    applyHere(accountId, what) {
      cache.drop(accountId);
      if (what === 'sessions') {
        gate.forgetHousehold(accountId);
        live.end(accountId);
      } else live.tell(accountId, what.answers);
    },
  };
}

/** Tells the other processes alone: all that a command beside a running server has to do. */
export function announceInvalidation(
  database: Database,
  db: Db,
  accountId: string,
  what: Stale,
): Promise<void> {
  return database.announce(db, `${accountId} ${wordOf(what)}`);
}

function wordOf(what: Stale): string {
  return what === 'sessions' ? what : `answers ${what.answers}`;
}

/** Follows the other processes; while they cannot be heard, nothing is remembered. */
export function listenToOthers(
  database: Database,
  { cache, gate }: Remembering,
  invalidation: Invalidation,
): Promise<void> {
  const setBypassed = (deaf: boolean) => {
    cache.setBypassed(deaf);
    gate.setBypassed(deaf);
  };
  return database.listen({
    message(text) {
      const [accountId, what, answers = ''] = text.split(' ');
      if (accountId === undefined) return;
      invalidation.applyHere(accountId, what === 'sessions' ? what : { answers });
    },
    interrupted: () => setBypassed(true),
    resumed: () => setBypassed(false),
  });
}
