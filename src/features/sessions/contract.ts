import { z } from 'zod';
import { LIMIT_NAMES } from '#features/entitlement/limits.ts';
import { EMAIL, emailIn, emailProblem } from '#platform/shared/email-address.ts';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { platformRefusals } from '#platform/shared/refusals.ts';
import { ROLES } from '#platform/shared/roles.ts';
import { MAX_SKEW_MS } from './domain/most-skew.ts';
import { MIN_PASSWORD_LENGTH, TOO_SHORT } from './limits.ts';
import { sessionRefusals } from './refusals.ts';

/**
 * The person as shown on every screen. Must never contain a hash, an IP address or a phone number.
 */
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

/** The signed-in person, with the state of their household. */
const presentUser = user.extend({
  /** True if the subscription has expired and this tablet shows only medications and My Day. */
  isCareOnly: z.boolean(),
  /** True while an import runs; most other calls are refused until it ends. */
  isBringingIn: z.boolean(),
  /**
   * For administrators: true if a device of an elder was seen within a day. Reminders ring on that
   * device then, and not on this one.
   */
  hasTablet: z.boolean().optional(),
  /** True for an operator of this server, who may see its status. */
  isOperator: z.literal(true).optional(),
  /** The limits of the household, for administrators. */
  limits: z.record(z.enum(LIMIT_NAMES), z.number()).optional(),
});

const message = z.object({ message: z.string() });

const notAnEmail = emailProblem(undefined);

/** Normalizes a typed or pasted email to its stored form. */
const typedEmail = z.string(notAnEmail).transform(emailIn);

export const email = typedEmail.pipe(
  z
    .string()
    .max(254, notAnEmail)
    .pipe(z.email({ pattern: EMAIL, error: ({ input }) => emailProblem(input) })),
);

/** 8 to 128 characters, compared exactly; the server refuses common passwords. */
export const newPassword = z
  .string()
  .min(MIN_PASSWORD_LENGTH, TOO_SHORT)
  .max(128, 'Password must be at most 128 characters long');

const passwordMissing = 'Please enter your password.';

/** A password at sign-in: any text, because it is either right or wrong, never malformed. */
export const typedPassword = z.string(passwordMissing).min(1, passwordMissing).max(1024);

export const sessionCalls = {
  current: endpoint('GET /api/auth/user', {
    who: 'user',
    summary: 'The signed-in person.',
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
      ...some(platformRefusals, 'too-busy'),
    },
  }),
  signOut: endpoint('POST /api/auth/logout', {
    who: 'anyone',
    summary: 'Ends the session; succeeds without one.',
    reply: message,
  }),
  confirmPassword: endpoint('POST /api/auth/confirm-password', {
    who: 'admin',
    summary:
      'Confirms the password: for 15 minutes, calls that require a recent sign-in succeed without it.',
    body: z.object({ password: typedPassword }).strict(),
    reply: message,
    invalidatesNothing: true,
    refusals: {
      ...some(sessionRefusals, 'wrong-password', 'too-many-attempts'),
      ...some(platformRefusals, 'too-busy'),
    },
  }),
  changePassword: endpoint('POST /api/auth/change-password', {
    who: 'user',
    summary: 'Changes the password of the signed-in person and ends their other sessions.',
    body: z.object({ currentPassword: typedPassword, password: newPassword }),
    reply: message,
    invalidatesNothing: true,
    refusals: {
      ...some(sessionRefusals, 'wrong-password', 'too-many-attempts', 'weak-password'),
      ...some(platformRefusals, 'too-busy'),
    },
  }),
};

const resetToken = z.string().min(1).max(200);

export const passwordResetCalls = {
  forgotPassword: endpoint('POST /api/auth/forgot-password', {
    who: 'anyone',
    summary:
      'Sends a link for a new password; the response does not reveal whether the email is known.',
    body: z.object({ email }),
    reply: message,
    status: 202,
    refusals: some(sessionRefusals, 'too-many-attempts'),
  }),
  readResetLink: endpoint('GET /api/auth/reset-password/{token}', {
    who: 'anyone',
    summary: 'What the link for a new password permits; the link remains valid.',
    params: z.object({ token: resetToken }),
    reply: z.object({
      /** True if the link was emailed and the email is the sign-in of an elder. */
      canReleaseEmail: z.boolean(),
    }),
    refusals: some(sessionRefusals, 'invalid-reset-link', 'too-many-attempts'),
  }),
  releaseEmail: endpoint('POST /api/auth/reset-password/{token}/release-email', {
    who: 'anyone',
    summary: 'Removes the email from an elder of another household, on behalf of its owner.',
    params: z.object({ token: resetToken }),
    refusals: some(sessionRefusals, 'invalid-reset-link', 'too-many-attempts'),
  }),
  resetPassword: endpoint('POST /api/auth/reset-password', {
    who: 'anyone',
    summary: 'Sets a new password with the token of a link and ends all sessions of the person.',
    body: z.object({ token: resetToken, password: newPassword }),
    reply: message,
    refusals: {
      ...some(sessionRefusals, 'invalid-reset-link', 'too-many-attempts', 'weak-password'),
      ...some(platformRefusals, 'too-busy'),
    },
  }),
};

export const emailProofCalls = {
  confirmEmail: endpoint('POST /api/auth/confirm-email', {
    who: 'anyone',
    summary: 'Confirms an email once with the token of an email sent to it.',
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
    summary:
      'Cancels the change to a new email with the token of the email sent to the current one.',
    body: z.object({ token: resetToken }),
    reply: message,
    refusals: some(sessionRefusals, 'invalid-proof-link', 'too-many-attempts'),
  }),
};

export const deviceCalls = {
  pair: endpoint('POST /api/auth/pair', {
    who: 'anyone',
    summary: 'Signs a tablet in as the elder of a pairing code.',
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
    summary: 'Ends all sessions of the signed-in person, including this one.',
    reply: message,
    allowedWhenExpired: true,
    allowedWhileBusy: true,
  }),
  reportDevice: endpoint('PUT /api/auth/device', {
    who: 'user',
    summary: 'Reports the state of a tablet every minute: visibility, sound and clock skew.',
    body: z
      .object({
        soundReady: z.boolean(),
        /**
         * True if the page is visible: not covered, not in the background, and the screen is on.
         */
        visible: z.boolean(),
        /**
         * Milliseconds by which the tablet's clock is ahead of the server's, limited to 24 days.
         */
        clockSkewMs: z.number().int().min(-MAX_SKEW_MS).max(MAX_SKEW_MS),
        /** The IANA time zone of the tablet's clock. */
        timezone: z.string().max(100).optional(),
        /**
         * Absent if the browser does not support it; reported again after a change of five percent
         * or of the charging state.
         */
        batteryPercent: z.number().int().min(0).max(100).optional(),
        charging: z.boolean().optional(),
        /** True if the tablet has stored what it needs to work offline. */
        worksOffline: z.boolean().optional(),
        /**
         * True if the browser does not know the household's time zone, or has other offsets than
         * the server.
         */
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
