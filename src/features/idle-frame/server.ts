import { type Feature, feature } from '#platform/server/feature.ts';
import { idleFrameCalls } from './contract.ts';
import { changeFrame, listFrames, readFrame } from './server/frame-rows.ts';

/** Endpoints for the photo frame that a tablet shows while it is idle. */
export const idleFrameFeature: Feature = feature(idleFrameCalls, {
  read: (_call, context) => readFrame(context),
  listOf: ({ params }, context) => listFrames(params.userId, context),
  change: ({ params, body }, context) => changeFrame(params.id, body, context),
});
