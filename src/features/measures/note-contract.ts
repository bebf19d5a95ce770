import { z } from 'zod';
import { localDateInput } from '#kit/shared/date-input.ts';
import { endpoint } from '#kit/shared/endpoint.ts';
import { some } from '#kit/shared/refusal.ts';
import { kitRefusals } from '#kit/shared/refusals.ts';
import { madeFrom, version } from '#kit/shared/versions.ts';
import { LONGEST_NOTE, MOST_AT_ONCE } from './limits.ts';
import { measureRefusals } from './refusals.ts';

const text = z
  .string()
  .trim()
  .min(1, 'Please write something.')
  .max(LONGEST_NOTE, `At most ${LONGEST_NOTE} characters.`);

export const dayNote = z.object({
  id: z.string(),
  /** The elder whom it is about. */
  userId: z.string(),
  /** The local day that it is about, whenever it was written. */
  date: z.iso.date(),
  text: z.string(),
  writtenAt: z.iso.datetime(),
  /** Who wrote it, as they were called then. */
  personName: z.string(),
  /** Who changed it last; null when nobody has. */
  correctedBy: z.string().nullable(),
  isTakenBack: z.boolean(),
  version,
});

export type DayNote = z.output<typeof dayNote>;

const one = z.object({ id: z.uuid() });

export const noteCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/day-notes',
    who: 'admin',
    summary: 'What the family noted, the latest day first; 100 notes unless told.',
    query: z
      .object({
        userId: z.uuid(),
        from: localDateInput(),
        to: localDateInput(),
        /** Notes before this one: the `id` of the last one read. */
        before: z.uuid(),
        limit: z.coerce.number().int().min(1).max(MOST_AT_ONCE),
      })
      .partial()
      .strict(),
    reply: z.array(dayNote),
    replica: true,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/day-notes',
    who: 'admin',
    summary: 'Notes something about a day.',
    body: z.object({ userId: z.uuid(), date: localDateInput(), text }).strict(),
    reply: dayNote,
    status: 201,
    refusals: {
      ...some(measureRefusals, 'notes-full', 'notes-of-day-full'),
      ...some(kitRefusals, 'not-found'),
    },
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/day-notes/{id}',
    who: 'admin',
    summary: 'Changes a note, or puts back one that was deleted.',
    params: one,
    body: z
      .object({
        date: localDateInput().optional(),
        text: text.optional(),
        isTakenBack: z.literal(false).optional(),
        version: madeFrom,
      })
      .strict(),
    reply: dayNote,
    refusals: some(kitRefusals, 'not-found', 'changed-meanwhile'),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/day-notes/{id}',
    who: 'admin',
    summary: 'Deletes a note; for 30 days it can be put back.',
    params: one,
    reply: dayNote,
    refusals: some(kitRefusals, 'not-found'),
  }),
};

export type NoteCalls = typeof noteCalls;
