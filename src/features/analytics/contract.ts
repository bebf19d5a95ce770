import { z } from 'zod';
import { endpoint } from '#kit/shared/endpoint.ts';

/** A page that was left open over night was not looked at all night. */
const LONGEST_SECONDS = 24 * 3600;

export const analyticsCalls = {
  note: endpoint({
    method: 'POST',
    path: '/api/analytics',
    who: 'user',
    summary: 'Notes that an activity began or ended, for how long, and on what.',
    body: z
      .object({
        activity: z.enum(['photos', 'watch', 'listen', 'read', 'call', 'myday']),
        /** Seconds. */
        duration: z.number().min(0).max(LONGEST_SECONDS),
        /** Such as watch_started and watch_ended. */
        content: z.string().trim().min(1).max(100),
        /** The video, playlist or article. */
        itemId: z.uuid().optional(),
      })
      .strict(),
    reply: z.object({ id: z.string() }),
    status: 201,
    changesNoKeptAnswer: true,
  }),
};

export type AnalyticsCalls = typeof analyticsCalls;
