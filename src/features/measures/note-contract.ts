import { z } from 'zod';
import { localDateInput } from '#platform/shared/date-input.ts';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { platformRefusals } from '#platform/shared/refusals.ts';
import { baseVersion } from '#platform/shared/versions.ts';
import { filter, signed } from './domain/common-fields.ts';
import { MAX_NOTE_LENGTH } from './limits.ts';
import { measureRefusals } from './refusals.ts';

const text = z
  .string()
  .trim()
  .min(1, 'Please write something.')
  .max(MAX_NOTE_LENGTH, `At most ${MAX_NOTE_LENGTH} characters.`);

export const dayNote = z.object({
  id: z.string(),
  /** The elder whom the note is about. */
  userId: z.string(),
  /** The local date that the note is about, independent of when it was written. */
  date: z.iso.date(),
  text: z.string(),
  writtenAt: z.iso.datetime(),
  ...signed,
});

export type DayNote = z.output<typeof dayNote>;

const one = z.object({ id: z.uuid() });

export const dayNoteCalls = {
  list: endpoint('GET /api/day-notes', {
    who: 'admin',
    summary: 'The notes of the family, latest day first; 100 by default.',
    query: z.object(filter).partial().strict(),
    reply: z.array(dayNote),
    replica: true,
  }),
  add: endpoint('POST /api/day-notes', {
    who: 'admin',
    summary: 'Adds a note about a day.',
    body: z.object({ userId: z.uuid(), date: localDateInput(), text }).strict(),
    reply: dayNote,
    status: 201,
    refusals: {
      ...some(measureRefusals, 'notes-full', 'notes-of-day-full'),
      ...some(platformRefusals, 'not-found'),
    },
  }),
  change: endpoint('PATCH /api/day-notes/{id}', {
    who: 'admin',
    summary: 'Changes a note, or restores a deleted one.',
    params: one,
    body: z
      .object({
        date: localDateInput().optional(),
        text: text.optional(),
        isTakenBack: z.literal(false).optional(),
        version: baseVersion,
      })
      .strict(),
    reply: dayNote,
    refusals: some(platformRefusals, 'not-found', 'changed-meanwhile'),
  }),
  remove: endpoint('DELETE /api/day-notes/{id}', {
    who: 'admin',
    summary: 'Deletes a note; it can be restored for 30 days.',
    params: one,
    reply: dayNote,
    refusals: some(platformRefusals, 'not-found'),
  }),
};

export type DayNoteCalls = typeof dayNoteCalls;
