import { type Feature, feature } from '#platform/server/feature.ts';
import { idleFrameCalls } from './contract.ts';
import { changeFrame, listFrames, readFrame } from './server/frame-rows.ts';

/** The photo frame that a tablet shows when it is not touched. */
export const idleFrameFeature: Feature = feature(idleFrameCalls, {
  read: (_call, context) => readFrame(context),
  listOf: ({ params }, context) => listFrames(params.userId, context),
  change: ({ params, body }, context) => changeFrame(params.id, body, context),
});
