import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Db } from '#database/connect.ts';
import {
  askForProof,
  asUser,
  countTry,
  findUser,
  refuseWeakPassword,
  registrationKeys,
  startSession,
} from '#features/sessions/server.ts';
import { builtInBilling, type CardBilling } from '#features/subscription/server.ts';
import { type Changed, type Context, type Feature, feature } from '#kit/server/feature.ts';
import type { MailParts } from '#kit/server/outbound/mail.ts';
import { hashPassword } from '#kit/server/passwords.ts';
import { isTimezone } from '#kit/shared/zoned-time.ts';
import { accountCalls, type registration } from './contract.ts';
import { accountRefusal } from './refusals.ts';
import { freeEmail, refuseTaken } from './server/held-emails.ts';
import {
  addPaidHousehold,
  newSubscriptionOf,
  type PaidSignUp,
  paidSignUp,
  type SignUp,
  signUpJob,
} from './server/sign-ups.ts';

export { readAccountsConfig } from './server/config.ts';

export { freeEmail, freeing, isHeld } from './server/held-emails.ts';
export { addPerson } from './server/household.ts';
export { emailTaken, tellingFewEmails } from './server/taken-email.ts';

export interface AccountOptions {
  readonly registrationOpen: boolean;
  readonly supportEmail: string | undefined;
  readonly mail: MailParts;
  /** Who charges cards; undefined on a server where nothing is charged. */
  readonly cards: CardBilling | undefined;
}

type Form = z.output<typeof registration>;

/** Creating a household, and what the screen before sign-in needs to know. */
export function accountsFeature(options: AccountOptions): Feature {
  const { registrationOpen, supportEmail, mail, cards } = options;
  return feature(
    accountCalls,
    {
      options: async () => ({
        registrationOpen,
        billing: cards === undefined ? 'built-in' : 'stripe',
        supportEmail: supportEmail ?? null,
        sendsMail: mail.mailer.isConfigured,
      }),

      async register({ body }, context) {
        if (!registrationOpen) throw accountRefusal('registration-closed');
        if (cards !== undefined && body.paymentMethodId === 'skip_payment') {
          throw accountRefusal('payment-missing');
        }
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
  const user =
    cards === undefined
      ? await context.changeAsSystem(async (db, changed) => {
          const signUp = { ...wanted, id: randomUUID(), createdAt: now };
          const subscription = await builtInBilling.start(newSubscriptionOf(signUp, now));
          return signIn(db, { signUp, subscription }, context, changed);
        })
      : await paidSignUp({ ...context, cards }, wanted, (db, paid, changed) =>
          signIn(db, paid, context, changed),
        );
  askForProof(user.id, mail, context);
  return user;
}

/** Stores the household, whose super_admin is at the screen. */
async function signIn(
  db: Db,
  { signUp, subscription }: PaidSignUp,
  context: Context,
  changed: Changed,
) {
  const userId = await addPaidHousehold(db, signUp, subscription, context.now);
  const known = await findUser(db, userId);
  if (known === undefined) throw new Error('the registrant was not stored');
  await startSession(db, known.user, context, changed);
  return asUser(known, context.now);
}

/** The form without its password, which is stored as a hash alone. */
async function wantedOf(form: Form): Promise<Omit<SignUp, 'id' | 'createdAt'>> {
  const {
    subscriptionPlan,
    password,
    passwordConfirm,
    email,
    paymentMethodId,
    timezone,
    ...person
  } = form;
  return {
    email,
    plan: subscriptionPlan,
    paymentMethodId,
    person: {
      ...person,
      timezone: timezone !== undefined && isTimezone(timezone) ? timezone : undefined,
      address2: person.address2 ?? null,
      passwordHash: await hashPassword(password),
    },
  };
}
