import { currentEnd, isExpired } from '#features/subscription/period.ts';
import { feature } from '#kit/server/feature.ts';
import { Refusal } from '#kit/shared/refusal.ts';
import { ROLES } from '#kit/shared/roles.ts';
import { sessionCalls, type User } from './contract.ts';
import { subscriptionExpired } from './server/gate.ts';
import { findUser } from './server/session-rows.ts';
import { changePassword, endPresentSession, recognise, startSession } from './server/sign-in.ts';

export { sessionGate } from './server/gate.ts';
export { findUser } from './server/session-rows.ts';
export { refuseCommonPassword, startSession } from './server/sign-in.ts';
export { countTry, registrationKeys } from './server/throttles.ts';

export const sessionsFeature = feature(sessionCalls, {
  async current(_call, { db, user, now, keepUntil }) {
    const known = await findUser(db, user.id);
    if (known === undefined) throw new Refusal(401, 'Please sign in.');
    keepUntil(currentEnd(known.subscription, now));
    return asUser(known, now);
  },

  async signIn({ body }, context) {
    const known = await recognise(body, context);
    const ended = await context.database.asSystem((db) => startSession(db, known.user, context));
    if (ended !== undefined) context.staleness.applyHere(ended, 'sessions');
    // The session stays although the period has ended: renewing needs it.
    if (isExpired(known.subscription, context.now)) throw subscriptionExpired();
    return asUser(known, context.now);
  },

  async signOut(_call, context) {
    const ended = await context.database.asSystem((db) => endPresentSession(db, context));
    if (ended !== undefined) context.staleness.applyHere(ended, 'sessions');
    context.setSession('', 0);
    return { message: 'You have been signed out.' };
  },

  changePassword: {
    async outsideTransaction({ body }, context) {
      await changePassword(body, context);
      return { message: 'Your password has been changed.' };
    },
  },
});

type Known = NonNullable<Awaited<ReturnType<typeof findUser>>>;

/** What any screen may know of a person; `now` decides which period an account is in. */
export function asUser({ user, account, subscription }: Known, now: Date): User {
  return {
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    role: ROLES.find((role) => role === user.role) ?? 'user',
    accountNumber: account.accountNumber,
    createdAt: user.createdAt.toISOString(),
    subscriptionEndDate: currentEnd(subscription, now).toISOString(),
  };
}
