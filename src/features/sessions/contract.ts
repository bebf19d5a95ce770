import { z } from 'zod';
import { LIMIT_NAMES } from '#features/entitlement/limits.ts';
import { EMAIL, emailIn, emailProblem } from '#kit/shared/email-address.ts';
import { endpoint } from '#kit/shared/endpoint.ts';
import { some } from '#kit/shared/refusal.ts';
import { kitRefusals } from '#kit/shared/refusals.ts';
import { ROLES } from '#kit/shared/roles.ts';
import { SHORTEST_PASSWORD, TOO_SHORT } from './limits.ts';
import { MOST_SKEW_MS } from './most-skew.ts';
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

const notAnEmail = emailProblem(undefined);

/** What was typed or pasted as an email, in the form in which emails are stored. */
const typedEmail = z.string(notAnEmail).transform(emailIn);

export const email = typedEmail.pipe(
  z
    .string()
    .max(254, notAnEmail)
    .pipe(z.email({ pattern: EMAIL, error: ({ input }) => emailProblem(input) })),
);

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
    body: z.object({ email: typedEmail.pipe(z.string().max(254)), password: typedPassword }),
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
  confirmPassword: endpoint('POST /api/auth/confirm-password', {
    who: 'admin',
    summary:
      'Confirms the password: for 15 minutes, calls that need a recent sign-in succeed without it.',
    body: z.object({ password: typedPassword }).strict(),
    reply: message,
    invalidatesNothing: true,
    refusals: {
      ...some(sessionRefusals, 'wrong-password', 'too-many-attempts'),
      ...some(kitRefusals, 'too-busy'),
    },
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
  readResetLink: endpoint('GET /api/auth/reset-password/{token}', {
    who: 'anyone',
    summary: 'What the link for a new password may do; the link stays usable.',
    params: z.object({ token: resetToken }),
    reply: z.object({
      /** True if the link was mailed and the email is the sign-in of an elder. */
      canReleaseEmail: z.boolean(),
    }),
    refusals: some(sessionRefusals, 'invalid-reset-link', 'too-many-attempts'),
  }),
  releaseEmail: endpoint('POST /api/auth/reset-password/{token}/release-email', {
    who: 'anyone',
    summary: 'Takes the email away from an elder of another household, for its owner.',
    params: z.object({ token: resetToken }),
    refusals: some(sessionRefusals, 'invalid-reset-link', 'too-many-attempts'),
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
    summary: 'Confirms an email with the token of an email that was sent there, once.',
    body: z.object({ token: resetToken }),
    reply: message,
    refusals: some(
      sessionRefusals,
      'invalid-proof-link',
      'email-taken-meanwhile',
      'too-many-attempts',
    ),
  }),
  cancelEmailChange: endpoint('POST /api/auth/cancel-email-change', {
    who: 'anyone',
    summary: 'Cancels the change to a new email with the token of the email to the present one.',
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
        /** Its browser does not know the household's time zone, or has other offsets than the server. */
        zoneDataOutdated: z.boolean().optional(),
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
