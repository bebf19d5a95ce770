import { feature } from '#platform/server/feature.ts';
import { liveCalls } from './contract.ts';

/** Notifies a household's open screens of changes, so that they refetch at once. */
export const liveFeature = feature(liveCalls, {
  follow: { outsideTransaction: async (_call, { account }) => account.id },
});
