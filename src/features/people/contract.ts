import { z } from 'zod';
import { accountRefusals } from '#features/accounts/refusals.ts';
import { email, newPassword, typedPassword, user } from '#features/sessions/contract.ts';
import { recentSignInRefusals, sessionRefusals } from '#features/sessions/refusals.ts';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { platformRefusals } from '#platform/shared/refusals.ts';
import { ROLES } from '#platform/shared/roles.ts';
import { baseVersion, version } from '#platform/shared/versions.ts';
import { personRefusals } from './refusals.ts';

const name = (what: string) =>
  z.string().trim().min(1, `Please enter the ${what}.`).max(200, 'That is too long.');

const one = z.object({ id: z.uuid() });

const person = user.extend({
  version,
  /**
   * True if the email is not confirmed, so that no alerts are sent to it. Always false on a server
   * without a mail server.
   */
  awaitsConfirmation: z.boolean(),
  /** A new email that replaces `email` when it is confirmed; null if there is none. */
  pendingEmail: z.string().nullable(),
});

export type Person = z.output<typeof person>;

export const device = z.object({
  id: z.string(),
  name: z.string(),
  /** `tablet`: signed in with a pairing code; `person`: with a password. */
  kind: z.enum(['tablet', 'person']),
  /** True if the tablet may play sound; null until it has reported this. */
  soundReady: z.boolean().nullable(),
  /** The time zone of the device's clock in its last report; null before the first one. */
  timezone: z.string().nullable(),
  /** Whether the page was visible in the last report. */
  visible: z.boolean().nullable(),
  /** Minutes by which the device's clock is ahead of the server. */
  clockSkewMinutes: z.number().int().nullable(),
  /** Battery level in percent; null if the browser does not report it. */
  batteryPercent: z.number().int().nullable(),
  charging: z.boolean().nullable(),
  /** True if the tablet has stored what it needs to work offline. */
  worksOffline: z.boolean().nullable(),
  /**
   * True if the browser does not know the household's time zone, or has other offsets than the
   * server.
   */
  zoneDataOutdated: z.boolean().nullable(),
  lastSeenAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
});

export type Device = z.output<typeof device>;

const count = z.int().nonnegative();

/** A tablet or sign-in of an elder that ends when the person who set it up is removed. */
const prepared = z.object({
  kind: z.enum(['tablet', 'sign-in']),
  /** The name of the elder. */
  person: z.string(),
  /** The name of the tablet, or the email. */
  name: z.string(),
});

export type Prepared = z.output<typeof prepared>;

const removal = z.object({
  affected: z.object({
    medications: count,
    loggedDoses: count,
    measurements: count,
    notes: count,
    events: count,
    timesAway: count,
  }),
  prepared: z.array(prepared),
});

export type Removal = z.output<typeof removal>;

export const peopleCalls = {
  list: endpoint('GET /api/users', {
    who: 'admin',
    summary: 'The people of the household.',
    reply: z.array(person),
  }),
  create: endpoint('POST /api/users', {
    who: 'admin',
    summary: 'Adds an elder; email and password are optional.',
    body: z
      .object({
        firstName: name('first name'),
        lastName: name('last name'),
        email: email.nullish(),
        password: newPassword.nullish(),
      })
      .strict(),
    reply: person,
    status: 201,
    refusals: {
      ...some(personRefusals, 'elders-full', 'half-a-sign-in'),
      ...some(accountRefusals, 'email-taken'),
      ...some(sessionRefusals, 'too-many-attempts', 'weak-password'),
      ...some(platformRefusals, 'too-busy'),
    },
  }),
  update: endpoint('PUT /api/users/{id}', {
    who: 'admin',
    summary:
      'Changes a person. A new email replaces a confirmed one after its confirmation. A super_admin hands over the role with `role: super_admin`.',
    params: one,
    body: z
      .object({
        firstName: name('first name'),
        lastName: name('last name'),
        email: email.nullable(),
        password: newPassword,
        role: z.enum(ROLES),
        /** The caller's password. A new email or role requires it unless the sign-in is recent. */
        currentPassword: typedPassword,
        version: baseVersion,
      })
      .partial()
      .strict(),
    reply: person,
    refusals: {
      ...some(
        personRefusals,
        'half-a-sign-in',
        'email-missing',
        'role-only-handed-over',
        'password-not-of-elder',
        'sign-in-of-several',
      ),
      ...some(accountRefusals, 'email-taken'),
      ...recentSignInRefusals,
      ...some(sessionRefusals, 'weak-password'),
      ...some(platformRefusals, 'changed-meanwhile'),
    },
  }),
  removal: endpoint('GET /api/users/{id}/removal', {
    who: 'admin',
    summary:
      'The effects of a removal: rows that go into the bin with the person, and tablets and sign-ins that they set up for others.',
    params: one,
    reply: removal,
    refusals: some(personRefusals, 'super-admin-stays'),
  }),
  remove: endpoint('DELETE /api/users/{id}', {
    who: 'admin',
    summary:
      'Moves a person into the bin for 30 days and ends their sessions; requires a recent sign-in.',
    params: one,
    query: z
      .object({
        /**
         * If true, tablets that the person set up for elders, and sessions of sign-ins that they
         * set up, are ended.
         */
        signOutPrepared: z.enum(['true', 'false']).default('false'),
      })
      .strict(),
    refusals: {
      ...some(personRefusals, 'super-admin-stays'),
      ...some(sessionRefusals, 'confirm-password'),
    },
  }),
  makePairingCode: endpoint('POST /api/users/{id}/pairing-code', {
    who: 'admin',
    summary: 'Creates a code that signs one tablet in as this elder within 15 minutes.',
    params: one,
    reply: z.object({ code: z.string(), link: z.string(), expiresAt: z.iso.datetime() }),
    status: 201,
    invalidatesNothing: true,
    refusals: some(personRefusals, 'tablet-not-of-elder'),
  }),
  sendConfirmation: endpoint('POST /api/users/{id}/confirmation', {
    who: 'admin',
    summary: "Sends the confirmation email for a person's current or new address again.",
    params: one,
    reply: z.object({ emailed: z.boolean() }),
    invalidatesNothing: true,
    refusals: some(sessionRefusals, 'too-many-attempts'),
  }),
  cancelEmailChange: endpoint('DELETE /api/users/{id}/pending-email', {
    who: 'admin',
    summary: 'Cancels the change to an unconfirmed new email.',
    params: one,
  }),
  listDevices: endpoint('GET /api/users/{id}/devices', {
    who: 'admin',
    summary: 'The devices on which this person is signed in, last seen first.',
    params: one,
    reply: z.array(device),
  }),
  signOutDevice: endpoint('DELETE /api/users/{id}/devices/{deviceId}', {
    who: 'admin',
    summary: 'Signs a device out at once.',
    params: z.object({ id: z.uuid(), deviceId: z.uuid() }),
  }),
};

export type PeopleCalls = typeof peopleCalls;
