import type { Database, Db } from '#database/connect.ts';
import type { Stale, Staleness } from '#kit/server/feature.ts';
import type { Gate } from './dispatch.ts';
import type { KeptAnswers } from './response-cache.ts';
import type { LiveLines } from './sse.ts';

interface Remembering {
  readonly kept: KeptAnswers;
  readonly gate: Gate;
  readonly live: LiveLines;
}

/** Says, here and in the other processes, what a commit of a household made stale. */
export function stalenessOf(database: Database, { kept, gate, live }: Remembering): Staleness {
  return {
    announce: (db, accountId, what) => announceStale(database, db, accountId, what),
    applyHere(accountId, what) {
      kept.drop(accountId);
      if (what === 'sessions') {
        gate.forgetHousehold(accountId);
        live.end(accountId);
      } else live.tell(accountId, what.answers);
    },
  };
}

/** Tells the other processes alone: all that a command beside a running server has to do. */
export function announceStale(
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
  { kept, gate }: Remembering,
  staleness: Staleness,
): Promise<void> {
  const setDeaf = (deaf: boolean) => {
    kept.setDeaf(deaf);
    gate.setDeaf(deaf);
  };
  return database.listen({
    message(text) {
      const [accountId, what, answers = ''] = text.split(' ');
      if (accountId === undefined) return;
      staleness.applyHere(accountId, what === 'sessions' ? what : { answers });
    },
    interrupted: () => setDeaf(true),
    resumed: () => setDeaf(false),
  });
}
