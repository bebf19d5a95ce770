import {
  currentEnd,
  graceEnd,
  isExpired,
  nextChange,
} from '#features/entitlement/domain/period.ts';
import { type Feature, feature } from '#platform/server/feature.ts';
import { canMailLinks, type MailParts } from '#platform/server/outbound/mail.ts';
import { notSignedIn } from '#platform/shared/refusals.ts';
import { roleOf } from '#platform/shared/roles.ts';
import {
  deviceCalls,
  emailProofCalls,
  passwordResetCalls,
  sessionCalls,
  type User,
} from './contract.ts';
import { confirmPassword } from './server/confirm-password.ts';
import { signOutEverywhere, tabletHeardUntil } from './server/devices.ts';
import { cancelEmailChange } from './server/email-change.ts';
import { confirmEmail } from './server/email-proof.ts';
import { heartbeatJob, receiveHeartbeat } from './server/heartbeats.ts';
import { memberOf } from './server/logins.ts';
import { notifyNewDevice } from './server/new-device.ts';
import { isOperator } from './server/operator.ts';
import { pair } from './server/pairing.ts';
import { askForLink, resetPassword } from './server/password-reset.ts';
import { readResetLink, releaseEmail } from './server/release-email.ts';
import { subscriptionExpired } from './server/session-cache.ts';
import { findUser, type KnownUser } from './server/session-rows.ts';
import { changePassword, enter, leave, recognise } from './server/sign-in.ts';

export { hasRecentSignIn, requireRecentSignIn } from './server/confirm-password.ts';
export { endDevice, endPasswordSessions, listDevices, listDevicesOf } from './server/devices.ts';
export {
  authorizeDeviceRequest as askedOfDevice,
  findPerson,
  refuseStranger,
} from './server/elder-device.ts';
export { endEmailChange, startEmailChange } from './server/email-change.ts';
export {
  askForProof,
  listAskedToConfirm,
  sendConfirmation,
  vouchForEmail,
} from './server/email-proof.ts';
export { type Asking, freeEmail, isHeld } from './server/held-emails.ts';
export { householdWords, whenMessage } from './server/household-texts.ts';
export {
  addLogin,
  changeEmail,
  changeHash,
  householdsOf,
  inAllHouseholds as everywhere,
  isShared,
  type Member,
  markEmailConfirmed as noteProof,
  memberOf,
  type NewLogin,
  NO_LOGIN,
  OF_LOGIN,
  takeLoginAway,
} from './server/logins.ts';
export { isOperator } from './server/operator.ts';
export { makePairingCode } from './server/pairing.ts';
export { makeResetLink } from './server/password-reset.ts';
export { sessionGate, subscriptionExpired } from './server/session-cache.ts';
export {
  findMemberships,
  findSignedIn,
  findUser,
  hashOf,
  type KnownUser,
  listUsers,
  newToken,
} from './server/session-rows.ts';
export { recognise, startSession } from './server/sign-in.ts';
export { moveSession as goOn, switchHousehold } from './server/switch-household.ts';
export {
  countCardEntry,
  counted,
  countTry,
  countWrongLinks,
  forgetTry,
  invitationKeys,
  linkKeys,
  registrationKeys,
  takenEmailKeys,
} from './server/throttles.ts';
export { refuseWeakPassword } from './server/weak-passwords.ts';

/** Endpoints for signing in and out; a sign-in from a new device is notified by email. */
export function sessionsFeature(mail: MailParts, operatorEmails: readonly string[] = []): Feature {
  return feature(sessionCalls, {
    async current(_call, context) {
      const { db, user, now, cacheUntil, busy, limits } = context;
      const known = await findUser(db, memberOf(context));
      if (known === undefined) throw notSignedIn();
      cacheUntil(nextChange(known.subscription, now));
      const person = asPresentUser(known, now, busy !== undefined);
      if (user.role === 'user') return person;
      const tabletUntil = await tabletHeardUntil(db, known.user.accountId, now);
      if (tabletUntil) cacheUntil(tabletUntil);
      return {
        ...person,
        hasTablet: tabletUntil !== undefined,
        ...(isOperator(known.user, operatorEmails) && { isOperator: true }),
        limits,
      };
    },

    async signIn({ body }, context) {
      const known = await recognise(body, context);
      const { isNew } = await context.changeAsSystem((db, changed) =>
        enter(db, known.user, context, changed),
      );
      if (isNew) notifyNewDevice(known.user, mail, context);
      // The session is kept although the period has ended, because a renewal requires it.
      if (isExpired(known.subscription, context.now)) throw subscriptionExpired();
      return asUser(known, context.now);
    },

    async signOut(_call, context) {
      await leave(context);
      return { message: 'You have been signed out.' };
    },

    confirmPassword: {
      async outsideTransaction({ body }, context) {
        await confirmPassword(body.password, context);
        return { message: 'Your password is confirmed.' };
      },
    },

    changePassword: {
      async outsideTransaction({ body }, context) {
        await changePassword(body, context);
        return { message: 'Your password has been changed.' };
      },
    },
  });
}

/** Endpoints for setting a new password with an emailed link. */
export function passwordResetFeature(mail: MailParts): Feature {
  return feature(passwordResetCalls, {
    async forgotPassword({ body }, context) {
      await askForLink(body.email, mail, context);
      if (!canMailLinks(mail)) {
        return {
          message:
            'This server cannot send mail. Whoever runs it can make a link for a new password.',
        };
      }
      return {
        message:
          'If this email belongs to an account, a link to choose a new password is on its way.',
      };
    },

    readResetLink: ({ params }, context) => readResetLink(params.token, context),
    async releaseEmail({ params }, context) {
      await releaseEmail(params.token, context);
      return undefined;
    },
    async resetPassword({ body }, context) {
      await resetPassword(body, context);
      return { message: 'Your password has been changed. Please sign in.' };
    },
  });
}

/** Endpoints for the links that confirm an email or cancel the change to another one. */
export function emailProofFeature(mail: MailParts): Feature {
  return feature(emailProofCalls, {
    async confirmEmail({ body }, context) {
      await confirmEmail(body.token, mail, context);
      return { message: 'Your email is confirmed.' };
    },

    async cancelEmailChange({ body }, context) {
      await cancelEmailChange(body.token, context);
      return { message: 'The change was cancelled.' };
    },
  });
}

/** Endpoints for pairing, device reports and signing out everywhere. */
export const devicesFeature = feature(
  deviceCalls,
  {
    async pair({ body }, context) {
      const known = await pair(body.code, context);
      // The session is kept, as at sign-in, so that the tablet works after a renewal.
      if (context.now >= graceEnd(known.subscription, context.now)) throw subscriptionExpired();
      return asPresentUser(known, context.now);
    },

    signOutEverywhere: {
      async outsideTransaction(_call, context) {
        await signOutEverywhere(context);
        return { message: 'You have been signed out on every device.' };
      },
    },

    reportDevice: {
      async outsideTransaction({ body }, context) {
        await receiveHeartbeat(body, context);
      },
    },
  },
  [heartbeatJob],
);

/** Returns the person for any screen; `now` determines the current period of the subscription. */
export function asUser({ user, account, subscription }: KnownUser, now: Date): User {
  return {
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    role: roleOf(user.role),
    accountNumber: account.accountNumber,
    createdAt: user.createdAt.toISOString(),
    subscriptionEndDate: currentEnd(subscription, now).toISOString(),
  };
}

/** Returns the person together with the state of their household. */
function asPresentUser(known: KnownUser, now: Date, isBringingIn = false) {
  return { ...asUser(known, now), isCareOnly: isExpired(known.subscription, now), isBringingIn };
}
