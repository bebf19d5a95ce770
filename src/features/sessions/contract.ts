import { z } from 'zod';
import { LIMIT_NAMES } from '#features/entitlement/limits.ts';
import { endpoint } from '#kit/shared/endpoint.ts';
import { some } from '#kit/shared/refusal.ts';
import { kitRefusals } from '#kit/shared/refusals.ts';
import { ROLES } from '#kit/shared/roles.ts';
import { MOST_SKEW_MS, SHORTEST_PASSWORD, TOO_SHORT } from './limits.ts';
import { sessionRefusals } from './refusals.ts';

/** The person as every screen sees them. Never a hash, an address or a phone. */
export const user = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  role: z.enum(ROLES),
  /** Shown as Customer ID. */
  accountNumber: z.string(),
  createdAt: z.iso.datetime(),
  /** Shown as Contract Renewal. */
  subscriptionEndDate: z.iso.datetime(),
});

export type User = z.infer<typeof user>;

/** The person at a screen, who sees less of it in the care days. */
const presentUser = user.extend({
  /** The subscription has expired, and this tablet goes on with medications and My Day alone. */
  isCareOnly: z.boolean(),
  /** A download is being brought in, and everything else waits. */
  isBringingIn: z.boolean(),
  /**
   * Of an administrator: a device of an elder was heard within a day. There the reminders ring, and
   * not here.
   */
  hasTablet: z.boolean().optional(),
  /** Of whoever runs this server, who sees how it is. */
  isOperator: z.literal(true).optional(),
  /** What a household has room for on this server, for those who add to it. */
  limits: z.record(z.enum(LIMIT_NAMES), z.number()).optional(),
});

const message = z.object({ message: z.string() });

const notAnEmail = 'Please enter a valid email address.';

/** Trimmed and in lower case before it is looked at: a typed or pasted space does not matter. */
export const email = z
  .string(notAnEmail)
  .trim()
  .toLowerCase()
  .max(254, notAnEmail)
  .pipe(z.email(notAnEmail));

/** 8 to 128 characters, compared exactly; the common ones are refused by the server. */
export const newPassword = z
  .string()
  .min(SHORTEST_PASSWORD, TOO_SHORT)
  .max(128, 'Password must be at most 128 characters long');

const passwordMissing = 'Please enter your password.';

/** A password as it is typed at sign-in: whatever it is, it is right or wrong, never malformed. */
export const typedPassword = z.string(passwordMissing).min(1, passwordMissing).max(1024);

export const sessionCalls = {
  current: endpoint('GET /api/auth/user', {
    who: 'user',
    summary: 'The person who is signed in.',
    reply: presentUser,
    cache: 'person',
    allowedInGrace: true,
    allowedWhileBusy: true,
  }),
  signIn: endpoint('POST /api/auth/login', {
    who: 'anyone',
    summary: 'Signs in with an email and a password; the session comes as a cookie.',
    body: z.object({ email: z.string().trim().toLowerCase().max(254), password: typedPassword }),
    reply: user,
    refusals: {
      ...some(sessionRefusals, 'invalid-credentials', 'too-many-attempts', 'subscription-expired'),
      ...some(kitRefusals, 'too-busy'),
    },
  }),
  signOut: endpoint('POST /api/auth/logout', {
    who: 'anyone',
    summary: 'Ends the session, also when there is none.',
    reply: message,
  }),
  changePassword: endpoint('POST /api/auth/change-password', {
    who: 'user',
    summary: 'Changes the password of the person signed in and ends their other sessions.',
    body: z.object({ currentPassword: typedPassword, password: newPassword }),
    reply: message,
    invalidatesNothing: true,
    refusals: {
      ...some(sessionRefusals, 'wrong-password', 'too-many-attempts', 'weak-password'),
      ...some(kitRefusals, 'too-busy'),
    },
  }),
};

const resetToken = z.string().min(1).max(200);

export const passwordResetCalls = {
  forgotPassword: endpoint('POST /api/auth/forgot-password', {
    who: 'anyone',
    summary: 'Sends a link for a new password; never says whether the email is known.',
    body: z.object({ email }),
    reply: message,
    status: 202,
    refusals: some(sessionRefusals, 'too-many-attempts'),
  }),
  resetPassword: endpoint('POST /api/auth/reset-password', {
    who: 'anyone',
    summary: 'Sets a new password with the token of a link and ends all sessions of that person.',
    body: z.object({ token: resetToken, password: newPassword }),
    reply: message,
    refusals: {
      ...some(sessionRefusals, 'invalid-reset-link', 'too-many-attempts', 'weak-password'),
      ...some(kitRefusals, 'too-busy'),
    },
  }),
};

export const emailProofCalls = {
  confirmEmail: endpoint('POST /api/auth/confirm-email', {
    who: 'anyone',
    summary: 'Proves, with the token of a letter, that letters to an email are read; once.',
    body: z.object({ token: resetToken }),
    reply: message,
    refusals: some(sessionRefusals, 'invalid-proof-link', 'too-many-attempts'),
  }),
};

export const deviceCalls = {
  pair: endpoint('POST /api/auth/pair', {
    who: 'anyone',
    summary: 'Signs a tablet in as the elder that a pairing code was made for.',
    body: z.object({ code: z.string().max(40) }),
    reply: presentUser,
    refusals: some(
      sessionRefusals,
      'invalid-pairing-code',
      'too-many-attempts',
      'subscription-expired',
    ),
  }),
  signOutEverywhere: endpoint('POST /api/auth/logout-everywhere', {
    who: 'user',
    summary: 'Ends every session of the person signed in, this one too.',
    reply: message,
    allowedWhenExpired: true,
    allowedWhileBusy: true,
  }),
  reportDevice: endpoint('PUT /api/auth/device', {
    who: 'user',
    summary: 'A tablet says each minute how it is: seen, allowed to sound, its clock right.',
    body: z
      .object({
        soundReady: z.boolean(),
        /** The page can be seen: not covered, not behind another app, the screen not off. */
        visible: z.boolean(),
        /** How far the tablet's own clock is ahead of the server's, cut at 24 days. */
        clockSkewMs: z.number().int().min(-MOST_SKEW_MS).max(MOST_SKEW_MS),
        /** The zone that the tablet's own clock is set to, by its IANA name. */
        timezone: z.string().max(100).optional(),
        /** Where the browser says it: told anew after five percent, and when the plug goes in or out. */
        batteryPercent: z.number().int().min(0).max(100).optional(),
        charging: z.boolean().optional(),
        /** It has at hand what it needs to go on without a network. */
        worksOffline: z.boolean().optional(),
      })
      .strict(),
    invalidatesNothing: true,
    allowedInGrace: true,
  }),
};

export type SessionCalls = typeof sessionCalls;
export type PasswordResetCalls = typeof passwordResetCalls;
export type EmailProofCalls = typeof emailProofCalls;
export type DeviceCalls = typeof deviceCalls;
