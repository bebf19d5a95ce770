import { feature } from '#kit/server/feature.ts';
import { liveCalls } from './contract.ts';

/** Tells a household's open screens what changed, so that they ask again at once. */
export const liveFeature = feature(liveCalls, {
  follow: { outsideTransaction: async (_call, { account }) => account.id },
});
