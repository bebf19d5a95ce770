import { sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { given, prepared } from '#database/prepared.ts';
import { pushSubscriptions } from '#database/schema/alerts.ts';
import { settings } from '#database/schema/home.ts';
import { logins, users } from '#database/schema/households.ts';

export type Household = Awaited<ReturnType<typeof householdOf>>;

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
    where ${users.accountId} = ${given('accountId', users.accountId)}`,
);

const browsersOf = prepared(
  'browsers_of',
  { id: pushSubscriptions.id, userId: pushSubscriptions.userId },
  (selected) => sql`
    select ${selected} from ${pushSubscriptions}
    where ${pushSubscriptions.accountId} = ${given('accountId', pushSubscriptions.accountId)}`,
);

const namesOf = prepared(
  'names_of',
  { appName: settings.appName, timezone: settings.timezone },
  (selected) => sql`
    select ${selected} from ${settings}
    where ${settings.accountId} = ${given('accountId', settings.accountId)}`,
);

/** Who is in a household, how they can be told, and how its application is called. */
export async function householdOf(db: Db, accountId: string) {
  const people = await peopleOf(db, { accountId });
  const subscriptions = await browsersOf(db, { accountId });
  const [named] = await namesOf(db, { accountId });
  return {
    people,
    subscriptions,
    appName: named?.appName ?? '',
    timezone: named?.timezone ?? 'UTC',
  };
}

/** Whoever alerts can go to. */
export function administratorsOf({ people }: Household): Person[] {
  return people.filter(({ role }) => role !== 'user');
}

/** How the family calls somebody: by the first name, where that is one person's. */
export function nameIn({ firstName, lastName }: Person, household: Household): string {
  const isAlone =
    administratorsOf(household).filter((one) => one.firstName === firstName).length <= 1;
  return isAlone ? firstName : `${firstName} ${lastName}`;
}
