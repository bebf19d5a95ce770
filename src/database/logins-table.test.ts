import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '#testing/database.ts';
import { takeBackBefore } from '#testing/upgrades.ts';
import type { Database } from './connect.ts';
import { migrate } from './migrate.ts';
import { accounts, logins, users } from './schema/households.ts';

const HOME = '018f0000-0000-7000-8000-00000000000a';
const OTHER = '018f0000-0000-7000-8000-00000000000b';
const AT = new Date('2026-01-01T00:00:00Z');

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

async function asBefore(words: string): Promise<void> {
  await takeBackBefore(database, words);
  await addHouseholds();
}

async function addHouseholds(): Promise<void> {
  await database.asSystem((db) =>
    db.execute(sql`insert into accounts (id, account_number, created_at)
      values (${HOME}, 'GA-000001', ${AT.toISOString()}), (${OTHER}, 'GA-000002', ${AT.toISOString()})`),
  );
}

/** Inserts a person with the columns of an earlier version. */
async function store(columns: Record<string, string | null>): Promise<void> {
  const all = {
    ...{ id: randomUUID(), account_id: HOME, role: 'admin', created_at: AT.toISOString() },
    ...{ first_name: 'Ada', last_name: 'Carter', ...columns },
  };
  const names = sql.raw(Object.keys(all).join(', '));
  const values = sql.join(
    Object.values(all).map((value) => sql`${value}`),
    sql`, `,
  );
  await database.asSystem((db) => db.execute(sql`insert into users (${names}) values (${values})`));
}

const signIns = () =>
  database.asSystem((db) =>
    db
      .select({
        email: users.email,
        own: logins.email,
        passwordHash: logins.passwordHash,
        emailProvenAt: logins.emailProvenAt,
        signedInAt: logins.signedInAt,
        createdAt: logins.createdAt,
      })
      .from(users)
      .leftJoin(logins, eq(logins.id, users.loginId))
      .orderBy(asc(users.email)),
  );

describe('migration to the logins table', () => {
  it('emails and passwords move to logins, one for each email', async () => {
    await asBefore('CREATE TABLE "logins"');
    const later = new Date('2026-02-02T10:00:00Z');
    await store({
      ...{ email: 'ada@example.com', password_hash: 'a hash', signed_in_at: later.toISOString() },
      email_proven_at: AT.toISOString(),
    });
    await store({ email: 'bea@example.com', account_id: OTHER });
    await store({ role: 'user' });
    await database.asSystem((db) => migrate(db));
    const none = { passwordHash: null, emailProvenAt: null, signedInAt: null, createdAt: AT };
    const own = (email: string) => ({ email, own: email, ...none });
    expect(await signIns()).toEqual([
      {
        ...own('ada@example.com'),
        ...{ passwordHash: 'a hash', emailProvenAt: AT, signedInAt: later },
      },
      own('bea@example.com'),
      { ...none, email: null, own: null, createdAt: null },
    ]);
  });

  it('logins older than email confirmation count as confirmed and used, so that emails continue', async () => {
    await asBefore('email_proven_at');
    await store({ email: 'brought-in@example.com' });
    await store({ email: 'signs-in@example.com', password_hash: 'a hash' });
    await database.asSystem((db) => migrate(db));
    expect(await signIns()).toMatchObject([
      { own: 'brought-in@example.com', emailProvenAt: AT, signedInAt: null },
      { own: 'signs-in@example.com', emailProvenAt: AT, signedInAt: AT },
    ]);
  });
});

describe('rows of the logins table', () => {
  const LOGIN = randomUUID();
  const row = { id: LOGIN, email: 'ada@example.com', createdAt: AT };
  const person = { role: 'admin', firstName: 'Ada', lastName: 'Carter', createdAt: AT };
  const member = (accountId: string, changed: Partial<typeof users.$inferInsert> = {}) => ({
    ...{ ...person, id: randomUUID(), accountId, loginId: LOGIN, email: row.email },
    ...changed,
  });
  beforeEach(async () => {
    await addHouseholds();
    await database.asSystem(async (db) => {
      await db.insert(logins).values(row);
      await db.insert(users).values([member(HOME), member(OTHER)]);
    });
  });
  const left = () => database.asSystem((db) => db.select({ id: logins.id }).from(logins));

  it('a changed login email is copied to all its members, and a member cannot have another email', async () => {
    await database.asSystem((db) => db.update(logins).set({ email: 'new@example.com' }));
    expect((await signIns()).map(({ email }) => email)).toEqual([
      'new@example.com',
      'new@example.com',
    ]);
    const another = { email: 'another@example.com' };
    await expect(database.asSystem((db) => db.update(users).set(another))).rejects.toThrow();
    const wrong = member(HOME, { loginId: null });
    await expect(database.asSystem((db) => db.insert(users).values(wrong))).rejects.toThrow();
  });

  it('a login can have only one member in a household', async () => {
    await expect(
      database.asSystem((db) => db.insert(users).values(member(HOME))),
    ).rejects.toThrow();
  });

  it('a login is deleted with its last member', async () => {
    await database.inHousehold(HOME, (db) => db.delete(users));
    expect(await left()).toEqual([{ id: LOGIN }]);
    await database.asSystem((db) => db.delete(accounts).where(eq(accounts.id, OTHER)));
    expect(await left()).toEqual([]);
  });

  it('a login can be read by the households of its members and written by none', async () => {
    const stranger = randomUUID();
    await database.asSystem((db) =>
      db.insert(logins).values({ ...row, id: stranger, email: 'stranger@example.com' }),
    );
    const seen = await database.inHousehold(HOME, (db) => db.select().from(logins));
    expect(seen.map(({ id }) => id)).toEqual([LOGIN]);
    const changed = await database.inHousehold(HOME, (db) =>
      db.update(logins).set({ passwordHash: 'another' }).returning(),
    );
    expect(changed).toEqual([]);
    await expect(
      database.inHousehold(HOME, (db) =>
        db.insert(logins).values({ ...row, id: randomUUID(), email: 'c@example.com' }),
      ),
    ).rejects.toThrow();
  });
});
