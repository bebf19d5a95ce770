import type { Database } from '#database/connect.ts';
import type { Gate } from './answer.ts';
import type { Staleness } from './feature.ts';
import type { KeptAnswers } from './kept-answers.ts';

/** Says, here and in the other processes, what a commit of a household made stale. */
export function stalenessOf(database: Database, kept: KeptAnswers, gate: Gate): Staleness {
  return {
    announce: (db, accountId, what) => database.announce(db, `${what} ${accountId}`),
    applyHere(accountId, what) {
      kept.drop(accountId);
      if (what === 'sessions') gate.forgetHousehold(accountId);
    },
  };
}

/** Follows the other processes; while they cannot be heard, nothing is remembered. */
export function listenToOthers(
  database: Database,
  kept: KeptAnswers,
  gate: Gate,
  staleness: Staleness,
): Promise<void> {
  const setDeaf = (deaf: boolean) => {
    kept.setDeaf(deaf);
    gate.setDeaf(deaf);
  };
  return database.listen({
    message(text) {
      const [what, accountId] = text.split(' ');
      if (accountId === undefined) return;
      staleness.applyHere(accountId, what === 'sessions' ? 'sessions' : 'answers');
    },
    interrupted: () => setDeaf(true),
    resumed: () => setDeaf(false),
  });
}
