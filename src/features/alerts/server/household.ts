import { sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isAmong, prepared } from '#database/prepared.ts';
import { pushSubscriptions } from '#database/schema/alerts.ts';
import { settings } from '#database/schema/home.ts';
import { logins, users } from '#database/schema/households.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { byAccount } from '#platform/shared/group-by.ts';

export type Household = ReturnType<Awaited<ReturnType<typeof householdsOf>>>;

export type Person = Household['people'][number];

export function elderOf(
  { userId }: { readonly userId: string | null },
  people: readonly Person[],
): string {
  const elders = people.filter(({ role }) => role === 'user');
  if (userId !== null) return people.find(({ id }) => id === userId)?.firstName ?? '';
  return elders.length === 1 ? (elders[0]?.firstName ?? '') : '';
}

const peopleOf = prepared(
  'people_of',
  {
    accountId: users.accountId,
    id: users.id,
    role: users.role,
    firstName: users.firstName,
    lastName: users.lastName,
    email: users.email,
    emailProvenAt: logins.emailProvenAt,
  },
  (selected) => sql`
    select ${selected} from ${users}
    left join ${logins} on ${logins.id} = ${users.loginId}
    where ${isAmong(users.accountId, 'accountIds')}`,
);

const browsersOf = prepared(
  'browsers_of',
  {
    accountId: pushSubscriptions.accountId,
    id: pushSubscriptions.id,
    userId: pushSubscriptions.userId,
    endpoint: pushSubscriptions.endpoint,
  },
  (selected) => sql`
    select ${selected} from ${pushSubscriptions}
    where ${isAmong(pushSubscriptions.accountId, 'accountIds')}`,
);

const namesOf = prepared(
  'names_of',
  { accountId: settings.accountId, appName: settings.appName, timezone: settings.timezone },
  (selected) => sql`
    select ${selected} from ${settings}
    where ${isAmong(settings.accountId, 'accountIds')}`,
);

/** Reads the people, push subscriptions and app names of these households. */
export async function householdsOf(db: Db, accountIds: readonly string[]) {
  const people = byAccount(await peopleOf(db, { accountIds }));
  const subscriptions = byAccount(await browsersOf(db, { accountIds }));
  const names = byAccount(await namesOf(db, { accountIds }));
  return (accountId: string) => {
    const [named] = names(accountId);
    return {
      people: people(accountId),
      subscriptions: subscriptions(accountId),
      appName: named?.appName ?? '',
      timezone: named?.timezone ?? 'UTC',
    };
  };
}

export async function householdOf(db: Db, accountId: string): Promise<Household> {
  return (await householdsOf(db, [accountId]))(accountId);
}

/** Alerts can go only to these people. */
export function administratorsOf({ people }: Household): Person[] {
  return people.filter(({ role }) => role !== 'user');
}

/** Returns the first name, or the full name if another administrator has the same first name. */
export function nameIn({ firstName, lastName }: Person, household: Household): string {
  const isAlone =
    administratorsOf(household).filter((one) => one.firstName === firstName).length <= 1;
  return isAlone ? firstName : fullName({ firstName, lastName });
}
