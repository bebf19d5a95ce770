import type { z } from 'zod';
import type { newHousehold } from '#features/accounts/contract.ts';
import { accountRefusal } from '#features/accounts/refusals.ts';
import {
  addPaidHousehold,
  asWanted,
  type Opening,
  openHousehold,
  refuseClosed,
} from '#features/accounts/server.ts';
import { shareSubscriptions } from '#features/alerts/server.ts';
import { MAX_MEMBERSHIPS } from '#features/sessions/limits.ts';
import {
  countTry,
  findMemberships,
  findUser,
  goOn,
  householdsOf,
  type KnownUser,
  memberOf,
  registrationKeys,
} from '#features/sessions/server.ts';
import type { CallerContext } from '#platform/server/feature.ts';
import { notSignedIn } from '#platform/shared/refusals.ts';

/**
 * Adds a household for the signed-in person, with the name that they have in the current one, and
 * switches to it. No password is required: the new household reveals no data, and accepting an
 * invitation does not require it either.
 */
export async function addFurther(
  form: z.output<typeof newHousehold>,
  opening: Opening,
  context: CallerContext,
): Promise<KnownUser> {
  refuseClosed(opening, form.paymentMethodId);
  await countTry(context.database, registrationKeys(context.request.address), context.now);
  const { firstName, lastName, ...sign } = await ownerOf(context);
  const wanted = asWanted({ ...form, firstName, lastName }, { ...sign, passwordHash: null });
  return openHousehold(wanted, opening.cards, context, (db, paid, changed) =>
    goOn(db, context, changed, async () => {
      const userId = await addPaidHousehold(db, paid, context);
      const member = { id: userId, accountId: paid.signUp.id };
      await shareSubscriptions(db, member);
      // Invalidates the list of people in all households of the login, because it shows whose login
      // has several households.
      for (const one of await householdsOf(db, member)) changed(one, { answers: 'users' });
      const known = await findUser(db, member);
      if (known === undefined) throw new Error('the membership was not stored');
      return known;
    }),
  );
}

/** Returns the login and email; refuses a person at the household limit before the payment. */
async function ownerOf(context: CallerContext) {
  return context.database.asSystem(async (db) => {
    const known = await findUser(db, memberOf(context));
    const { loginId = null, email = null } = known?.user ?? {};
    if (known === undefined || loginId === null || email === null) throw notSignedIn();
    const all = await findMemberships(db, loginId);
    if (all.length >= MAX_MEMBERSHIPS) throw accountRefusal('households-full');
    const { firstName, lastName } = known.user;
    return { loginId, email, firstName, lastName };
  });
}
