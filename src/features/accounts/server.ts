import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '#database/connect.ts';
import { users } from '#database/schema/households.ts';
import {
  asUser,
  countTry,
  findUser,
  refuseCommonPassword,
  registrationKeys,
  startSession,
} from '#features/sessions/server.ts';
import type { Billing } from '#features/subscription/server.ts';
import { type Context, type Feature, feature } from '#kit/server/feature.ts';
import { hashPassword } from '#kit/server/passwords.ts';
import { Refusal } from '#kit/shared/refusal.ts';
import { accountCalls, type registration } from './contract.ts';
import { addHousehold, addPerson } from './server/household.ts';

export { addPerson } from './server/household.ts';

export interface AccountOptions {
  readonly registrationOpen: boolean;
  readonly supportEmail: string | undefined;
  readonly billing: Billing;
}

type Form = z.output<typeof registration>;

/** Creating a household, and what the screen before sign-in needs to know. */
export function accountsFeature(options: AccountOptions): Feature {
  const { registrationOpen, supportEmail, billing } = options;
  return feature(accountCalls, {
    options: async () => ({
      registrationOpen,
      billing: billing.provider,
      supportEmail: supportEmail ?? null,
    }),

    async register({ body }, context) {
      if (!registrationOpen) throw new Refusal(403, 'New accounts cannot be created here.');
      const user = await register(body, billing, context);
      return { isFirstTime: true, user };
    },
  });
}

async function register(form: Form, billing: Billing, context: Context) {
  const { database, now, request, staleness } = context;
  refuseCommonPassword(form.password);
  await database.asSystem(async (db) => {
    await countTry(db, registrationKeys(request.address), now);
    const [taken] = await db.select().from(users).where(eq(users.email, form.email));
    if (taken !== undefined) throw emailTaken();
  });
  const passwordHash = await hashPassword(form.password);
  const accountId = randomUUID();
  const subscription = await billing.start({
    accountId,
    email: form.email,
    plan: form.subscriptionPlan,
    paymentMethodId: form.paymentMethodId,
    now,
  });
  const { user, ended } = await database.asSystem(async (db) => {
    await addHousehold(db, { id: accountId, subscription, now });
    const userId = await addRegistrant(db, accountId, form, { passwordHash, now });
    const known = await findUser(db, userId);
    if (known === undefined) throw new Error('the registrant was not stored');
    return { user: asUser(known, now), ended: await startSession(db, known.user, context) };
  });
  if (ended !== undefined) staleness.applyHere(ended, 'sessions');
  return user;
}

/** An email belongs to one person of all households. */
export function emailTaken(): Refusal {
  const sentence = 'A person with this email already has an account.';
  return new Refusal(409, sentence, { fields: { email: sentence } });
}

async function addRegistrant(
  db: Db,
  accountId: string,
  form: Form,
  { passwordHash, now }: { passwordHash: string; now: Date },
): Promise<string> {
  const { subscriptionPlan, paymentMethodId, password, passwordConfirm, ...person } = form;
  const id = await addPerson(db, {
    ...person,
    accountId,
    role: 'super_admin',
    passwordHash,
    createdAt: now,
  });
  // Somebody registered the same email since it was looked for.
  if (id === undefined) throw emailTaken();
  return id;
}
