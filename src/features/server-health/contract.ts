import { z } from 'zod';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { platformRefusals } from '#platform/shared/refusals.ts';

/** Result of one check. The state `note` is no fault, but may be of interest to the operator. */
export const finding = z.object({
  what: z.string(),
  state: z.enum(['good', 'note', 'bad']),
  sentence: z.string(),
  /** A newer version than this server's, if the check found one. */
  newer: z.object({ version: z.string(), notes: z.url().optional() }).optional(),
});

export type Finding = Readonly<z.output<typeof finding>>;

const health = z.object({
  version: z.string(),
  checkedAt: z.iso.datetime(),
  findings: z.array(finding),
});

export type ServerHealth = Readonly<z.output<typeof health>>;

const forWhom = 'For operators only, with a confirmed email of OPERATOR_EMAIL. ';

/** Requests of other people get 404, as on a server without an operator. */
export const serverHealthCalls = {
  read: endpoint('GET /api/server-health', {
    who: 'admin',
    summary: `${forWhom}Returns the findings of the last examination, which is at most five minutes old.`,
    reply: health,
    allowedWhenExpired: true,
    allowedWhileBusy: true,
    refusals: some(platformRefusals, 'not-found'),
  }),
  lookAgain: endpoint('POST /api/server-health', {
    who: 'admin',
    summary: `${forWhom}Examines the server again, at most every ten seconds.`,
    reply: health,
    allowedWhenExpired: true,
    allowedWhileBusy: true,
    invalidatesNothing: true,
    refusals: some(platformRefusals, 'not-found'),
  }),
};

export type ServerHealthCalls = typeof serverHealthCalls;
