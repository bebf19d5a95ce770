import { z } from 'zod';
import { shownPhoto } from '#features/photos/contract.ts';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { platformRefusals } from '#platform/shared/refusals.ts';
import { FRAME_MINUTES, MAX_FRAME_ALBUMS, MAX_PHOTO_SECONDS, MIN_PHOTO_SECONDS } from './limits.ts';

const frameSetting = z.object({
  /** The frame starts after this many minutes without a touch; null is off. */
  minutes: z.literal(FRAME_MINUTES, 'Please choose 5, 10 or 30 minutes.').nullable(),
  /** Seconds per photo; null is the household's slideshow duration, at least 15 seconds. */
  seconds: z.int().min(MIN_PHOTO_SECONDS).max(MAX_PHOTO_SECONDS).nullable(),
  /** The albums whose photos are shown; null means all albums. */
  albumIds: z.array(z.uuid()).min(1).max(MAX_FRAME_ALBUMS).nullable(),
});

const tabletFrame = frameSetting.extend({
  /** The id of the device in the list of devices. */
  deviceId: z.string(),
});

const ownFrame = frameSetting.omit({ albumIds: true }).extend({
  /**
   * The newest photos, newest first, then a sample of the older ones; empty if the frame is off.
   */
  photos: z.array(shownPhoto),
});

export type FrameSetting = z.output<typeof frameSetting>;
export type TabletFrame = z.output<typeof tabletFrame>;
export type OwnFrame = z.output<typeof ownFrame>;

export const idleFrameCalls = {
  read: endpoint('GET /api/idle-frame', {
    who: 'user',
    summary: 'The photo frame of the device that asks: when it starts, and its photos.',
    reply: ownFrame,
  }),
  listOf: endpoint('GET /api/idle-frame/of/{userId}', {
    who: 'admin',
    summary: 'The photo frame of each device of this person.',
    params: z.object({ userId: z.uuid() }),
    reply: z.array(tabletFrame),
  }),
  change: endpoint('PATCH /api/idle-frame/{id}', {
    who: 'admin',
    summary: 'Changes the photo frame of a device of an elder.',
    params: z.object({ id: z.uuid() }),
    body: frameSetting.partial().strict(),
    reply: tabletFrame,
    refusals: some(platformRefusals, 'not-found'),
  }),
};

export type IdleFrameCalls = typeof idleFrameCalls;
