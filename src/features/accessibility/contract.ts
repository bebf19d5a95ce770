import { z } from 'zod';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { platformRefusals } from '#platform/shared/refusals.ts';
import { baseVersion, version } from '#platform/shared/versions.ts';
import { ALARM_TONES, CONTRASTS, HANDS, MOTIONS, RANGES, type Range } from './limits.ts';

const within = ({ least, most, step }: Range) =>
  z
    .int()
    .min(least)
    .max(most)
    .refine((value) => (value - least) % step === 0, `Please choose a multiple of ${step}.`);

/** The accessibility preferences of one elder: touch, display, alarm and voice. */
export const accessibility = z.object({
  holdMs: within(RANGES.holdMs),
  driftPx: within(RANGES.driftPx),
  repeatMs: within(RANGES.repeatMs),
  textSize: within(RANGES.textSize),
  contrast: z.enum(CONTRASTS),
  motion: z.enum(MOTIONS),
  alarmTone: z.enum(ALARM_TONES),
  alarmLoudness: within(RANGES.alarmLoudness),
  /** Flashes the screen while the alarm sounds, slower than three times a second (WCAG 2.3.1). */
  screenFlash: z.boolean(),
  speechRate: within(RANGES.speechRate),
  speechVolume: within(RANGES.speechVolume),
  /**
   * The hand with which the elder presses; the answers and the back button are placed on the side
   * of that hand.
   */
  hand: z.enum(HANDS),
});

const eldersOwn = accessibility.extend({ userId: z.string(), version });

export type Accessibility = z.output<typeof accessibility>;
export type EldersAccessibility = z.output<typeof eldersOwn>;

export const accessibilityCalls = {
  list: endpoint('GET /api/accessibility', {
    who: 'user',
    summary: 'The accessibility preferences of each elder.',
    reply: z.array(eldersOwn),
    cache: 'household',
    allowedInGrace: true,
  }),
  change: endpoint('PATCH /api/accessibility/{id}', {
    who: 'admin',
    summary: 'Changes any subset of the accessibility preferences of an elder.',
    params: z.object({ id: z.uuid() }),
    body: accessibility.partial().extend({ version: baseVersion }).strict(),
    reply: eldersOwn,
    refusals: some(platformRefusals, 'changed-meanwhile'),
  }),
};

export type AccessibilityCalls = typeof accessibilityCalls;
