import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#database/connect.ts';
import { parameter, prepared, value } from '#database/prepared.ts';
import { knownDevices } from '#database/schema/access.ts';
import { accounts, logins, subscriptions, users } from '#database/schema/households.ts';
import { isExpired } from '#features/entitlement/domain/period.ts';
import { asSubscription } from '#features/entitlement/server.ts';
import type { Context } from '#platform/server/feature.ts';
import { OF_LOGIN } from './logins.ts';
import { hashOf, type KnownUser, latestFirst } from './session-rows.ts';

/** Reads all people of an email, and whether one of them has signed in with this browser. */
const readMemberships = prepared(
  'memberships_of_email',
  {
    user: users,
    account: accounts,
    subscription: subscriptions,
    ...OF_LOGIN,
    isAtKnownDevice: value(
      sql`exists(select from ${knownDevices} join ${users} own on own.id = ${knownDevices.userId}
          and own.account_id = ${knownDevices.accountId}
        where own.login_id = ${logins.id} and ${knownDevices.tokenHash} = ${parameter('deviceHash')}::text
          and ${knownDevices.expiresAt} > ${parameter('now')}::timestamptz)`,
      z.boolean().parse,
    ),
  },
  (selected) => sql`
    select ${selected} from ${logins}
    join ${users} on ${users.loginId} = ${logins.id}
    join ${accounts} on ${accounts.id} = ${users.accountId}
    join ${subscriptions} on ${subscriptions.accountId} = ${users.accountId}
    where ${logins.email} = ${parameter('email')}
    order by ${users.createdAt}, ${users.id}`,
);

interface Candidate {
  /** The last used household of the login; an expired one only if no other is open. */
  readonly known?: KnownUser;
  /**
   * The token hash of this browser if the person has signed in with it before, in any household.
   */
  readonly device?: string | undefined;
}

/** Returns the owner of an email, and whether this browser is known for them. */
export async function findLoginByEmail(
  db: Db,
  email: string,
  { now, request: { deviceToken } }: Pick<Context, 'now' | 'request'>,
): Promise<Candidate> {
  const deviceHash = deviceToken === undefined ? null : hashOf(deviceToken);
  const rows = await readMemberships(db, { email, deviceHash, now: now.toISOString() });
  const all = latestFirst(rows.flatMap((row) => knownOf(row)));
  const known = all.find(({ subscription }) => !isExpired(subscription, now)) ?? all[0];
  if (known === undefined) return {};
  return { known, device: rows[0]?.isAtKnownDevice ? (deviceHash ?? undefined) : undefined };
}

type Row = Awaited<ReturnType<typeof readMemberships>>[number];

function knownOf({ user, account, subscription, ...row }: Row): KnownUser[] {
  if (user === null || account === null || subscription === null) return [];
  const { passwordHash, emailProvenAt, signedInAt } = row;
  return [
    {
      user: { ...user, passwordHash, emailProvenAt, signedInAt },
      account,
      subscription: asSubscription(subscription),
    },
  ];
}
