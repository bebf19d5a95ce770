import { asc, eq, inArray } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';
import { accounts, subscriptions, users } from '#database/schema/households.ts';
import { NO_REQUEST, noteAudit } from '#features/audit/server.ts';
import { currentEnd, isExpired, type Subscription } from '#features/entitlement/domain/period.ts';
import { asSubscription } from '#features/entitlement/server.ts';
import { makeResetLink, vouchForEmail } from '#features/sessions/server.ts';
import type { Status } from '#features/subscription/domain/states.ts';
import { holdSubscription, storeSubscription } from '#features/subscription/server.ts';
import type { UnitOfWork } from '#platform/server/feature.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { NotDone } from './open-database.ts';

/** Returns one line per household, oldest first. */
export async function listHouseholds(database: Database, now: Date): Promise<string[]> {
  const rows = await database.asSystem(async (db) => {
    const households = await db
      .select({ account: accounts, subscription: subscriptions })
      .from(accounts)
      .leftJoin(subscriptions, eq(subscriptions.accountId, accounts.id))
      .orderBy(asc(accounts.createdAt));
    const people = await db
      .select()
      .from(users)
      .where(inArray(users.role, ['super_admin']));
    return households.map((row) => ({
      ...row,
      owner: people.find(({ accountId }) => accountId === row.account.id),
    }));
  });
  if (rows.length === 0) return ['There is no household yet.'];
  return rows.map(({ account, subscription, owner }) => {
    const who = owner ? `${fullName(owner)} <${owner.email}>` : 'nobody';
    const state = subscription ? wordsOf(asSubscription(subscription), now) : 'no subscription';
    return `${account.accountNumber}  ${state}  ${who}`;
  });
}

/** Sets status and end of a household's subscription; returns a description of the result. */
export async function setSubscription(
  { changeAsSystem }: Pick<UnitOfWork, 'changeAsSystem'>,
  wanted: { accountNumber: string; status?: Status | undefined; endsAt?: Date | undefined },
  now: Date,
): Promise<string> {
  const { accountNumber } = wanted;
  const set = await changeAsSystem(async (db, changed) => {
    const [account] = await db
      .select()
      .from(accounts)
      .where(eq(accounts.accountNumber, accountNumber));
    const before = account && (await holdSubscription(db, account.id));
    if (account === undefined || before === undefined)
      throw new NotDone(`There is no household ${accountNumber}.`);
    const endsAt = wanted.endsAt ?? currentEnd(before, now);
    const renewalDay = wanted.endsAt === undefined ? (before.renewalDay ?? null) : null;
    const next = { ...before, status: wanted.status ?? before.status, endsAt, renewalDay };
    await storeSubscription(db, account.id, next);
    await noteAudit(
      db,
      { now, request: NO_REQUEST },
      { accountId: account.id, action: 'subscription-set', subject: wordsOf(next, now) },
    );
    changed(account.id, 'sessions');
    return next;
  });
  return `${accountNumber} is ${wordsOf(set, now)}.`;
}

/** Creates a password reset link that the operator passes on to a person who receives no email. */
export async function resetLink(
  database: Database,
  email: string,
  parts: { publicUrl: string; now: Date },
): Promise<string[]> {
  const link = await database.asSystem((db) => makeResetLink(db, email, parts));
  if (link === undefined) throw nobodyWith(email);
  return ['This link works once, within an hour. Pass it on to this person alone:', link];
}

/** Confirms an email on the operator's authority. */
export async function confirmEmail(
  unitOfWork: Pick<UnitOfWork, 'changeAsSystem'>,
  email: string,
  now: Date,
): Promise<string[]> {
  if (!(await vouchForEmail(unitOfWork, email, now))) throw nobodyWith(email);
  return [`${email} is confirmed.`];
}

function nobodyWith(email: string): NotDone {
  return new NotDone(`Nobody signs in with ${email}.`);
}

/** Returns a description such as 'active, monthly, until 2026-04-10 14:00 UTC'. */
function wordsOf(subscription: Subscription, now: Date): string {
  const end = currentEnd(subscription, now).toISOString().slice(0, 16).replace('T', ' ');
  const expired = isExpired(subscription, now) ? ', expired' : '';
  return `${subscription.status}, ${subscription.plan}, until ${end} UTC${expired}`;
}
