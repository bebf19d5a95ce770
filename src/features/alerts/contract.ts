import { z } from 'zod';
import { sessionRefusals } from '#features/sessions/refusals.ts';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { EMAIL_STATES, PUSH_STATES } from './domain/channels.ts';
import { openAlertCalls } from './open-contract.ts';
import { alertRefusals } from './refusals.ts';

const pushEndpoint = z.url({ protocol: /^https$/ }).max(2000);

const testLetter = z.object({
  kind: z.enum(['email', 'push']),
  sentAt: z.iso.datetime().nullable(),
  /** When the link in the message was opened. */
  receivedAt: z.iso.datetime().nullable(),
  /** Reason of the failure, as a sentence. */
  failure: z.string().nullable(),
});

const channels = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.enum(EMAIL_STATES),
  emailFailure: z.string().nullable(),
  push: z.enum(PUSH_STATES),
  browsers: z.number(),
  pushFailure: z.string().nullable(),
  /** The last test alert that this person sent. */
  lastTest: z.object({ at: z.iso.datetime(), letters: z.array(testLetter) }).nullable(),
});

export type Channels = z.output<typeof channels>;

const allChannels = z.object({
  people: z.array(channels),
  /** False if no channel of any administrator can deliver an alert. */
  reachesSomebody: z.boolean(),
});

const testToken = z.object({ token: z.string().min(1).max(200) });

const receivedTest = z.object({ receivedAt: z.iso.datetime().nullable() });

const unsentAlert = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  doses: z.array(
    z.object({
      name: z.string(),
      scheduledTime: z.iso.datetime(),
      /** The current answer to the dose; null if it has none. */
      said: z.enum(['taken', 'missed', 'skipped']).nullable(),
      saidAt: z.iso.datetime().nullable(),
    }),
  ),
  /** Number of further doses that the alert only counted. */
  older: z.number(),
  /** Reason of the failure, as a sentence. */
  reason: z.string(),
  isTriedAgain: z.boolean(),
});

export type UnsentAlert = z.output<typeof unsentAlert>;

export const alertCalls = {
  pushKey: endpoint('GET /api/push-subscriptions/key', {
    who: 'user',
    summary: "Returns the server's public key, which a browser needs to subscribe to alerts.",
    reply: z.object({ publicKey: z.string() }),
  }),
  subscribe: endpoint('POST /api/push-subscriptions', {
    who: 'user',
    summary: "Stores a browser's push subscription, so that alerts to this person also reach it.",
    body: z.object({
      endpoint: pushEndpoint,
      keys: z.object({
        p256dh: z.string().regex(/^[\w-]{87}=?$/),
        auth: z.string().regex(/^[\w-]{22}={0,2}$/),
      }),
    }),
    reply: z.object({ id: z.string() }),
    status: 201,
    invalidatesNothing: true,
    refusals: some(alertRefusals, 'push-service-not-known'),
  }),
  unsubscribe: endpoint('DELETE /api/push-subscriptions', {
    who: 'user',
    summary: 'Deletes the push subscription of a browser; succeeds also if it is unknown.',
    body: z.object({ endpoint: pushEndpoint }),
    invalidatesNothing: true,
  }),
  channels: endpoint('GET /api/alerts/channels', {
    who: 'admin',
    summary: "Returns the known state of each administrator's alert channels.",
    reply: allChannels,
  }),
  sendTest: endpoint('POST /api/alerts/tests', {
    who: 'admin',
    summary: 'Sends a test alert to the caller by each of their channels.',
    status: 202,
    reply: allChannels,
    refusals: some(alertRefusals, 'no-way-to-alert', 'too-many-test-alerts'),
  }),
  findTest: endpoint('GET /api/alerts/tests/{token}', {
    who: 'anyone',
    summary: 'Returns when the test message of this link was marked as received; changes nothing.',
    params: testToken,
    reply: receivedTest,
    refusals: {
      ...some(alertRefusals, 'invalid-test-link'),
      ...some(sessionRefusals, 'too-many-attempts'),
    },
  }),
  receiveTest: endpoint('POST /api/alerts/tests/{token}', {
    who: 'anyone',
    summary: 'Marks the test message of this link as received; only the first call has an effect.',
    params: testToken,
    reply: receivedTest,
    refusals: {
      ...some(alertRefusals, 'invalid-test-link'),
      ...some(sessionRefusals, 'too-many-attempts'),
    },
  }),
  unsent: endpoint('GET /api/alerts/unsent', {
    who: 'admin',
    summary:
      'Lists the alerts that could not be sent to anyone and were not marked as seen, newest first.',
    reply: z.object({ alerts: z.array(unsentAlert), more: z.number() }),
  }),
  seen: endpoint('POST /api/alerts/unsent/{id}/seen', {
    who: 'admin',
    summary: 'Marks an alert that could not be sent as seen.',
    params: z.object({ id: z.uuid() }),
  }),
  ...openAlertCalls,
};

export type AlertCalls = typeof alertCalls;
