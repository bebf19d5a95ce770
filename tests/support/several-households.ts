import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { accounts, subscriptions, users } from '#database/schema/households.ts';
import {
  asking,
  expectStatus,
  TEST_PASSWORD,
  type TestHousehold,
  type TestServer,
} from '#testing/test-server.ts';

export function tokenIn(headers: Record<string, unknown>): string {
  const all = [headers['set-cookie']].flat().map(String);
  const found = all.map((line) => /session=([^;]+);/.exec(line)?.[1]).find(Boolean);
  if (found === undefined) throw new Error('No session was begun.');
  return found;
}

export const emailOf = (home: TestHousehold, role: 'user' | 'admin' | 'super_admin') =>
  `${role}@${home.accountId}.example`;

export async function invitedTo(home: TestHousehold, email: string): Promise<string> {
  const guest = { email, firstName: 'Ada', lastName: 'Carter' };
  const invite = home.as('super_admin');
  const made = await invite('POST', '/api/admin/invitations', {
    ...guest,
    password: TEST_PASSWORD,
  });
  return new URL(expectStatus(made, 201).body.link).searchParams.get('token') ?? '';
}

/**
 * Makes the administrator of the first household join the others. The returned session is that of
 * the last household.
 */
export async function joined(server: TestServer, home: TestHousehold, ...others: TestHousehold[]) {
  const email = emailOf(home, 'admin');
  let token = '';
  for (const other of others) {
    const body = { token: await invitedTo(other, email), password: TEST_PASSWORD };
    token = tokenIn(expectStatus(await server.ask('POST', '/api/admin/join', body), 200).headers);
  }
  return { email, token, ask: asking(server.app, token) };
}

export async function signedIn(server: TestServer, email: string, password = TEST_PASSWORD) {
  const answer = await server.ask('POST', '/api/auth/login', { email, password });
  const token = tokenIn(expectStatus(answer, 200).headers);
  return { answer, token, ask: asking(server.app, token) };
}

/**
 * Inserts `count` more households of a person directly, because registering a household takes a
 * second; returns their ids.
 */
export async function addMemberships(
  server: TestServer,
  userId: string,
  count: number,
): Promise<string[]> {
  return server.database.asSystem(async (db) => {
    const [person] = await db.select().from(users).where(eq(users.id, userId));
    const [paid] = await db
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.accountId, person?.accountId ?? ''));
    if (person === undefined || paid === undefined) throw new Error('There is no such person.');
    const ids = Array.from({ length: count }, () => randomUUID());
    const { createdAt } = person;
    const numberOf = (id: string) => `GA-${id}`;
    await db
      .insert(accounts)
      .values(ids.map((id) => ({ id, accountNumber: numberOf(id), createdAt })));
    await db.insert(subscriptions).values(ids.map((accountId) => ({ ...paid, accountId })));
    await db
      .insert(users)
      .values(ids.map((accountId) => ({ ...person, accountId, id: randomUUID() })));
    return ids;
  });
}
