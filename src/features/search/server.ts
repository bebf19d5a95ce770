import { feature } from '#platform/server/feature.ts';
import { limitConcurrency } from '#platform/server/jobs/semaphore.ts';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { searchCalls } from './contract.ts';
import { findThings } from './server/find-things.ts';

export { hasAll, inChunks } from './server/matching.ts';

/**
 * Limits searches of things and of photos together: one at a time per household, and two in all.
 */
export const searchInTurn = limitConcurrency({
  atOnce: 2,
  longestQueue: 32,
  longestWaitMs: 10 * SECOND_MS,
  forOne: { atOnce: 1, longestQueue: 4 },
  tooMany: 'Too many searches are running just now. Please try again in a moment.',
});

export const searchFeature = feature(searchCalls, {
  find: {
    outsideTransaction: ({ query }, { account, database }) =>
      searchInTurn(
        () =>
          database.readInHousehold(account.id, async (db) => ({
            found: await findThings(db, account.id, query.q),
          })),
        account.id,
      ),
  },
});
