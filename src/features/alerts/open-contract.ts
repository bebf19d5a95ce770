import { z } from 'zod';
import { sessionRefusals } from '#features/sessions/refusals.ts';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { WALL_TIME } from '#platform/shared/zoned-time.ts';
import { alertRefusals } from './refusals.ts';

const alertDose = z.object({
  name: z.string(),
  dosage: z.string(),
  /** The elder's first name; empty if it is unknown. */
  elder: z.string(),
  scheduledTime: z.iso.datetime(),
  /** State of the tablet when the alert was sent, as a sentence. */
  tablet: z.string(),
});

export type AlertDose = z.output<typeof alertDose>;

const openAlert = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  doses: z.array(alertDose),
  /** False if there is no other administrator who could acknowledge the alert. */
  canTakeOver: z.boolean(),
  holder: z
    .object({
      userId: z.string(),
      name: z.string(),
      since: z.iso.datetime(),
      /** True if the assignee was asked whether the alert is still open and has not responded. */
      isAsked: z.boolean(),
      asksAgainAt: z.iso.datetime().nullable(),
    })
    .nullable(),
  /** The people who were alerted, oldest first. A person is listed once per round. */
  told: z.array(
    z.object({
      userId: z.string(),
      name: z.string(),
      at: z.iso.datetime(),
      byEmail: z.boolean(),
      /** Number of notifications that were enqueued. */
      browsers: z.number(),
    }),
  ),
  /** The people who are alerted next if the alert has no assignee by then. */
  next: z.object({ at: z.iso.datetime(), names: z.array(z.string()) }).nullable(),
});

export type OpenAlert = z.output<typeof openAlert>;

const openAlerts = z.object({ alerts: z.array(openAlert) });

/** The link of a message shows the content of that message and the assignee. */
const linkedAlert = z.object({
  /** `used`: the alert was acknowledged by this link before and then released. */
  state: z.enum(['open', 'yours', 'theirs', 'used', 'over']),
  isAsked: z.boolean(),
  holder: z.string().nullable(),
  since: z.iso.datetime().nullable(),
  /** First name of the recipient of the link. */
  you: z.string(),
  brand: z.string(),
  timezone: z.string(),
  doses: z.array(alertDose),
});

export type LinkedAlert = z.output<typeof linkedAlert>;

const linkToken = z.object({ token: z.string().min(1).max(200) });

const wallTime = z.string().regex(WALL_TIME);

/** Bounds in minutes. */
export const ALERT_WAITS = { wait: { least: 1, most: 240 }, askAgain: { least: 5, most: 720 } };

export const MAX_STEPS = 20;

export const chosenOrder = {
  waitMinutes: z.number().int().min(ALERT_WAITS.wait.least).max(ALERT_WAITS.wait.most),
  askAgainMinutes: z.number().int().min(ALERT_WAITS.askAgain.least).max(ALERT_WAITS.askAgain.most),
  lastIgnoresQuiet: z.boolean(),
};

export const place = {
  userId: z.string().max(100),
  step: z.number().int().min(1).max(MAX_STEPS),
  quiet: z.object({ from: wallTime, until: wallTime }).nullable(),
};

const alertOrder = z.object({
  ...chosenOrder,
  people: z.array(z.object({ ...place, name: z.string() })),
});

export type ChosenOrder = z.output<typeof alertOrder>;

const alertId = z.object({ id: z.uuid() });

export const openAlertCalls = {
  open: endpoint('GET /api/alerts/open', {
    who: 'admin',
    summary: 'Lists the open alerts of overdue doses, with the alerted people and the assignees.',
    reply: openAlerts,
  }),
  takeOver: endpoint('POST /api/alerts/{id}/take-over', {
    who: 'admin',
    summary:
      'Acknowledges an alert unless it has an assignee, and notifies the others who were alerted.',
    params: alertId,
    reply: openAlerts,
  }),
  giveBack: endpoint('POST /api/alerts/{id}/give-back', {
    who: 'admin',
    summary: 'Releases an alert of the caller, so that the others are alerted again.',
    params: alertId,
    reply: openAlerts,
  }),
  order: endpoint('GET /api/alerts/order', {
    who: 'admin',
    summary: 'Returns the escalation policy and the quiet hours of the administrators.',
    reply: alertOrder,
  }),
  setOrder: endpoint('PUT /api/alerts/order', {
    who: 'admin',
    summary: 'Sets the escalation policy and the quiet hours of the administrators.',
    body: z.object({ ...chosenOrder, people: z.array(z.object(place)).max(1000) }),
    reply: alertOrder,
    refusals: some(alertRefusals, 'not-alerted'),
  }),
  findAlert: endpoint('GET /api/alerts/links/{token}', {
    who: 'anyone',
    summary: 'Returns the alert of this link and its assignee; changes nothing.',
    params: linkToken,
    reply: linkedAlert,
    refusals: {
      ...some(alertRefusals, 'invalid-alert-link'),
      ...some(sessionRefusals, 'too-many-attempts'),
    },
  }),
  takeOverByLink: endpoint('POST /api/alerts/links/{token}', {
    who: 'anyone',
    summary: 'Acknowledges the alert of this link for its recipient; a link works once.',
    params: linkToken,
    reply: linkedAlert,
    refusals: {
      ...some(alertRefusals, 'invalid-alert-link'),
      ...some(sessionRefusals, 'too-many-attempts'),
    },
  }),
};

export type OpenAlertCalls = typeof openAlertCalls;
