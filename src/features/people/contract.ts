import { z } from 'zod';
import { accountRefusals } from '#features/accounts/refusals.ts';
import { email, newPassword, typedPassword, user } from '#features/sessions/contract.ts';
import { sessionRefusals } from '#features/sessions/refusals.ts';
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
  lastSeenAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
});

export type Device = z.output<typeof device>;

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
    summary: 'Changes a person. A super_admin hands the role over with `role: super_admin`.',
    params: one,
    body: z
      .object({
        firstName: name('first name'),
        lastName: name('last name'),
        email: email.nullable(),
        password: newPassword,
        role: z.enum(ROLES),
        /** Of who changes: needed for an email and for a role. */
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
      ...some(
        sessionRefusals,
        'too-many-attempts',
        'wrong-password',
        'password-missing',
        'weak-password',
      ),
      ...some(kitRefusals, 'too-busy', 'changed-meanwhile'),
    },
  }),
  remove: endpoint('DELETE /api/users/{id}', {
    who: 'admin',
    summary: 'Removes a person; their sessions end at once.',
    params: one,
    refusals: some(personRefusals, 'super-admin-stays'),
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
    summary: 'Sends the letter again by which a person proves that an email is theirs.',
    params: one,
    reply: z.object({ emailed: z.boolean() }),
    invalidatesNothing: true,
    refusals: some(sessionRefusals, 'too-many-attempts'),
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
