import { z } from 'zod';
import { localDateInput } from '#platform/shared/date-input.ts';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { platformRefusals } from '#platform/shared/refusals.ts';
import { baseVersion, version } from '#platform/shared/versions.ts';
import { WALL_TIME } from '#platform/shared/zoned-time.ts';
import { MAX_NOTE_LENGTH } from './limits.ts';
import { awayRefusals } from './refusals.ts';

const wallTime = z.string().regex(WALL_TIME, 'Please choose a time.');

/** Times are wall-clock times in the household's time zone. */
const fields = z
  .object({
    /** The elder who is away; 'system' means all elders. */
    userId: z.union([z.literal('system'), z.uuid()]),
    startDate: localDateInput(),
    startTime: wallTime,
    /** The date of the return; null if it is unknown. */
    endDate: localDateInput().nullable(),
    endTime: wallTime.nullable(),
    /** The reason, visible only to the family; an elder's tablet does not receive it. */
    note: z.string().trim().max(MAX_NOTE_LENGTH, 'That is too long.'),
  })
  .strict();

const period = fields.extend({ id: z.string(), userId: z.string(), version });

export type AwayTime = z.output<typeof period>;
export type AwayContent = z.output<typeof fields>;

const one = z.object({ id: z.uuid() });

export const awayCalls = {
  list: endpoint('GET /api/away', {
    who: 'user',
    summary: 'When somebody is away, those times that are over too; the latest first.',
    reply: z.array(period),
    cache: 'person',
    allowedInGrace: true,
  }),
  add: endpoint('POST /api/away', {
    who: 'admin',
    summary: 'Notes that somebody is away: no dose of that time rings, is missed or counts.',
    body: fields.extend({
      userId: fields.shape.userId.default('system'),
      endDate: fields.shape.endDate.default(null),
      endTime: fields.shape.endTime.default(null),
      note: fields.shape.note.default(''),
    }),
    reply: period,
    status: 201,
    refusals: some(awayRefusals, 'times-away-full'),
  }),
  change: endpoint('PATCH /api/away/{id}', {
    who: 'admin',
    summary: 'Changes a time away, such as when they are back.',
    params: one,
    body: fields.partial().extend({ version: baseVersion }),
    reply: period,
    refusals: some(platformRefusals, 'changed-meanwhile'),
  }),
  remove: endpoint('DELETE /api/away/{id}', {
    who: 'admin',
    summary: 'Deletes a time away: its doses are waited for as if it had never been.',
    params: one,
  }),
};

export type AwayCalls = typeof awayCalls;
