import { feature } from '#kit/server/feature.ts';
import { searchCalls } from './contract.ts';
import { findThings } from './server/find-things.ts';

export { hasAll } from './server/matching.ts';

/** Finds what belongs to a household by a part of its words. */
export const searchFeature = feature(searchCalls, {
  async find({ query }, { db, account }) {
    return { found: await findThings(db, account.id, query.q) };
  },
});
