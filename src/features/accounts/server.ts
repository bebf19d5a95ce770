import type { z } from 'zod';
import type { Db } from '#database/connect.ts';
import {
  askForProof,
  asUser,
  countTry,
  findUser,
  freeEmail,
  refuseWeakPassword,
  registrationKeys,
  startSession,
} from '#features/sessions/server.ts';
import type { CardBilling } from '#features/subscription/server.ts';
import { type Changed, type Context, type Feature, feature } from '#platform/server/feature.ts';
import { canMailLinks, type MailParts } from '#platform/server/outbound/mail.ts';
import { hashPassword } from '#platform/server/passwords.ts';
import { accountCalls, type registration } from './contract.ts';
import { refuseTaken } from './server/held-emails.ts';
import { asWanted, refuseClosed } from './server/opening.ts';
import {
  addPaidHousehold,
  openHousehold,
  type PaidSignUp,
  signUpJob,
  type Wanted,
} from './server/sign-ups.ts';

export { readAccountsConfig } from './server/config.ts';

export { freeing } from './server/held-emails.ts';
export { addMembership, addPerson } from './server/household.ts';
export { asWanted, type Opening, refuseClosed } from './server/opening.ts';
export { addPaidHousehold, openHousehold } from './server/sign-ups.ts';
export { limitRevealedEmails as tellingFewEmails } from './server/taken-email.ts';

export interface AccountOptions {
  readonly registrationOpen: boolean;
  readonly supportEmail: string | undefined;
  readonly mail: MailParts;
  /** The payment provider; undefined on a server without billing. */
  readonly cards: CardBilling | undefined;
}

type Form = z.output<typeof registration>;

/** Endpoints that create a household, and the options for the screens before sign-in. */
export function accountsFeature(options: AccountOptions): Feature {
  const { registrationOpen, supportEmail, mail, cards } = options;
  return feature(
    accountCalls,
    {
      options: async () => ({
        registrationOpen,
        billing: cards === undefined ? 'built-in' : 'stripe',
        supportEmail: supportEmail ?? null,
        sendsMail: canMailLinks(mail),
      }),

      async register({ body }, context) {
        refuseClosed(options, body.paymentMethodId);
        const user = await register(body, options, context);
        return { isFirstTime: true, user };
      },
    },
    cards === undefined ? [] : [signUpJob(cards)],
  );
}

async function register(form: Form, { cards, mail }: AccountOptions, context: Context) {
  const { database, now, request } = context;
  await refuseWeakPassword(form.password, { ...form, accountId: undefined }, database);
  await countTry(database, registrationKeys(request.address), now);
  await database.asSystem(async (db) => {
    await refuseTaken(db, form.email, { mail, now });
    await freeEmail(db, form.email, { mail, now });
  });
  const wanted = await wantedOf(form);
  const { user, member } = await openHousehold(wanted, cards, context, (db, paid, changed) =>
    signIn(db, paid, context, changed),
  );
  askForProof(member, mail, context);
  return user;
}

/** Stores the household and signs its super_admin in. */
async function signIn(db: Db, paid: PaidSignUp, context: Context, changed: Changed) {
  const userId = await addPaidHousehold(db, paid, context);
  const member = { id: userId, accountId: paid.signUp.id };
  const known = await findUser(db, member);
  if (known === undefined) throw new Error('the registrant was not stored');
  await startSession(db, known.user, context, changed);
  return { user: asUser(known, context.now), member };
}

/** Replaces the password in the form by its hash, the only form in which it is stored. */
async function wantedOf({ password, passwordConfirm, email, ...form }: Form): Promise<Wanted> {
  return asWanted(form, { email, passwordHash: await hashPassword(password) });
}
