import { z } from 'zod';
import { SNOOZE_MINUTES } from '#features/settings/limits.ts';
import { instantInput } from '#platform/shared/date-input.ts';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { platformRefusals } from '#platform/shared/refusals.ts';
import { medicationRefusals } from './refusals.ts';

/** A press on 'In 10 minutes'. `until` equals `at` if the reminder was reopened before its time. */
export const snooze = z.object({ at: z.iso.datetime(), until: z.iso.datetime() });

export const snoozeCall = endpoint('POST /api/medication-snoozes', {
  who: 'user',
  summary:
    'Puts the reminder of a dose off; the dose stays pending, and becomes overdue as ever. All tablets are silent until then.',
  body: z
    .object({
      medicationId: z.uuid(),
      scheduledTime: instantInput,
      /** The id of the dose, as in a log. */
      doseId: z.string().trim().max(100, 'That is too long.').optional(),
      /** Minutes of silence from the press on; 0 reopens the reminder at once. */
      minutes: z
        .int()
        .refine(
          (minutes) => minutes === 0 || SNOOZE_MINUTES.includes(minutes),
          'Please choose 5, 10 or 15 minutes.',
        ),
      /** The time of the press, if the press waited in the outbox. Default: now. */
      pressedAt: z.iso.datetime({ offset: true }).optional(),
    })
    .strict(),
  reply: snooze.extend({
    id: z.string(),
  }),
  status: 201,
  allowedInGrace: true,
  refusals: {
    ...some(medicationRefusals, 'snooze-too-late', 'dose-too-far-ahead'),
    ...some(platformRefusals, 'not-found'),
  },
});
