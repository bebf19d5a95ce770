import { z } from 'zod';
import { accountRefusals } from '#features/accounts/refusals.ts';
import { email, newPassword, typedPassword, user } from '#features/sessions/contract.ts';
import { recentSignInRefusals, sessionRefusals } from '#features/sessions/refusals.ts';
import { endpoint } from '#kit/shared/endpoint.ts';
import { some } from '#kit/shared/refusal.ts';
import { kitRefusals } from '#kit/shared/refusals.ts';
import { ROLES } from '#kit/shared/roles.ts';
import { madeFrom, version } from '#kit/shared/versions.ts';
import { personRefusals } from './refusals.ts';

const name = (what: string) =>
  z.string().trim().min(1, `Please enter the ${what}.`).max(200, 'That is too long.');

const one = z.object({ id: z.uuid() });

const person = user.extend({
  version,
  /** Nobody has proven their email yet: until then no alerts go there. Never where no mail is sent. */
  awaitsConfirmation: z.boolean(),
  /** A new email that replaces `email` when it is confirmed; null if there is none. */
  pendingEmail: z.string().nullable(),
});

export type Person = z.output<typeof person>;

export const device = z.object({
  id: z.string(),
  name: z.string(),
  /** Signed in with a pairing code, or by a person with a password. */
  kind: z.enum(['tablet', 'person']),
  /** Null until the tablet has said whether it may sound. */
  soundReady: z.boolean().nullable(),
  /** The zone of its own clock, as it said last; null until it has said so. */
  timezone: z.string().nullable(),
  /** Whether its page could be seen, as it said last. */
  visible: z.boolean().nullable(),
  /** How far its own clock is ahead of the server's. */
  clockSkewMinutes: z.number().int().nullable(),
  /** Null where its browser does not say. */
  batteryPercent: z.number().int().nullable(),
  charging: z.boolean().nullable(),
  /** Whether it has at hand what it needs to go on without a network. */
  worksOffline: z.boolean().nullable(),
  /** Its browser does not know the household's time zone, or has other offsets than the server. */
  zoneDataOutdated: z.boolean().nullable(),
  lastSeenAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
});

export type Device = z.output<typeof device>;

const count = z.int().nonnegative();

/** A tablet of an elder, or a sign-in, which ends when the person who set it up is removed. */
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
    summary: 'Adds an elder; an email with a password is optional.',
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
      ...some(kitRefusals, 'too-busy'),
    },
  }),
  update: endpoint('PUT /api/users/{id}', {
    who: 'admin',
    summary:
      'Changes a person. A new email replaces a confirmed one when it is confirmed. A super_admin hands the role over with `role: super_admin`.',
    params: one,
    body: z
      .object({
        firstName: name('first name'),
        lastName: name('last name'),
        email: email.nullable(),
        password: newPassword,
        role: z.enum(ROLES),
        /** The caller's own, in place of the recent sign-in that an email or a role needs. */
        currentPassword: typedPassword,
        version: madeFrom,
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
      ...some(kitRefusals, 'changed-meanwhile'),
    },
  }),
  removal: endpoint('GET /api/users/{id}/removal', {
    who: 'admin',
    summary: 'What goes into the bin with a person, and what they prepared for others.',
    params: one,
    reply: removal,
    refusals: some(personRefusals, 'super-admin-stays'),
  }),
  remove: endpoint('DELETE /api/users/{id}', {
    who: 'admin',
    summary:
      'Moves a person into the bin for 30 days and ends their sessions; needs a recent sign-in.',
    params: one,
    query: z
      .object({
        /** If true, tablets that they set up for elders, and who uses a sign-in of theirs, are signed out. */
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
    summary: 'Makes a code that signs a tablet in as this elder, once, within 15 minutes.',
    params: one,
    reply: z.object({ code: z.string(), link: z.string(), expiresAt: z.iso.datetime() }),
    status: 201,
    invalidatesNothing: true,
    refusals: some(personRefusals, 'tablet-not-of-elder'),
  }),
  sendConfirmation: endpoint('POST /api/users/{id}/confirmation', {
    who: 'admin',
    summary: 'Sends the email again by which a person confirms their email, or their new one.',
    params: one,
    reply: z.object({ emailed: z.boolean() }),
    invalidatesNothing: true,
    refusals: some(sessionRefusals, 'too-many-attempts'),
  }),
  cancelEmailChange: endpoint('DELETE /api/users/{id}/pending-email', {
    who: 'admin',
    summary: 'Cancels the change to a new email that is not confirmed yet.',
    params: one,
  }),
  listDevices: endpoint('GET /api/users/{id}/devices', {
    who: 'admin',
    summary: 'Where this person is signed in, last seen first.',
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
