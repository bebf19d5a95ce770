import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accounts, logins, users } from '#database/schema/households.ts';
import { auditFeature } from '#features/audit/server.ts';
import {
  passwordResetFeature,
  requireRecentSignIn,
  sessionsFeature,
} from '#features/sessions/server.ts';
import { subscriptionFeature } from '#features/subscription/server.ts';
import { mailerFor } from '#platform/server/outbound/mail.ts';
import {
  asking,
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { confirmEmail, listHouseholds, resetLink, setSubscription } from './households.ts';

const publicUrl = 'https://care.example';
const mail = { mailer: mailerFor(undefined), publicUrl };

let server: TestServer;
let home: TestHousehold;
beforeEach(async () => {
  server = await testServer([
    sessionsFeature(mail),
    passwordResetFeature(mail),
    subscriptionFeature(undefined, requireRecentSignIn),
    auditFeature,
  ]);
  home = await server.household();
});
afterEach(() => server.close());

async function numberOf({ accountId }: TestHousehold): Promise<string> {
  const [row] = await server.database.asSystem((db) =>
    db.select().from(accounts).where(eq(accounts.id, accountId)),
  );
  return row?.accountNumber ?? '';
}

const status = async (household: TestHousehold) =>
  (await household.as('super_admin')('GET', '/api/subscription/status')).body;

describe('listHouseholds for the operator', () => {
  it('each line has the Customer ID, the subscription and the owner', async () => {
    const lines = await listHouseholds(server.database, server.clock.now());
    expect(lines).toEqual([
      `${await numberOf(home)}  active, monthly, until 2026-04-09 14:00 UTC  Ada super_admin <super_admin@${home.accountId}.example>`,
    ]);
  });

  it('a server without households is reported', async () => {
    await server.database.asSystem((db) => db.delete(accounts));
    expect(await listHouseholds(server.database, server.clock.now())).toEqual([
      'There is no household yet.',
    ]);
  });
});

describe('setSubscription by the operator', () => {
  it('only this household changes, and its audit log names the operator', async () => {
    const other = await server.household();
    const accountNumber = await numberOf(home);
    const endsAt = new Date('2026-06-01T00:00:00Z');
    const wanted = { accountNumber, status: 'past_due', endsAt } as const;
    const said = await setSubscription(server.app.unitOfWork, wanted, server.clock.now());
    expect(said).toBe(`${accountNumber} is past_due, monthly, until 2026-06-01 00:00 UTC.`);
    expect(await status(home)).toMatchObject({
      subscriptionStatus: 'past_due',
      subscriptionEndDate: endsAt.toISOString(),
    });
    expect((await status(other)).subscriptionStatus).toBe('active');
    const { body } = await home.as('super_admin')('GET', '/api/audit');
    expect(body).toMatchObject([
      { action: 'subscription-set', personName: '', deviceName: '', address: '' },
    ]);
  });

  it('an end in the past blocks the household until it is extended', async () => {
    const accountNumber = await numberOf(home);
    const set = (status: 'canceled' | 'active', end: string | undefined) => {
      const endsAt = end === undefined ? undefined : new Date(end);
      return setSubscription(
        server.app.unitOfWork,
        { accountNumber, status, endsAt },
        server.clock.now(),
      );
    };
    expect(await set('canceled', '2026-03-01T00:00:00Z')).toContain('expired');
    expectStatus(await home.as('admin')('GET', '/api/auth/user'), 403);
    expect(await set('active', undefined)).toContain('active, monthly, until 2026-04-01 00:00 UTC');
    expectStatus(await home.as('admin')('GET', '/api/auth/user'), 200);
  });

  it('an unknown household is refused', async () => {
    const wanted = { accountNumber: 'GA-000000', status: 'active', endsAt: undefined } as const;
    await expect(
      setSubscription(server.app.unitOfWork, wanted, server.clock.now()),
    ).rejects.toThrow('There is no household GA-000000.');
  });
});

describe('resetLink for the operator', () => {
  it('the link lets the person choose a new password', async () => {
    const email = `admin@${home.accountId}.example`;
    const lines = await resetLink(server.database, email, {
      publicUrl,
      now: server.clock.now(),
    });
    const token = new URL(lines.at(-1) ?? '').searchParams.get('token');
    const password = 'the new garden gate';
    const ask = asking(server.app);
    expectStatus(await ask('POST', '/api/auth/reset-password', { token, password }), 200);
    expectStatus(await ask('POST', '/api/auth/login', { email, password }), 200);
  });

  it('an email without a login is refused', async () => {
    await server.database.asSystem((db) =>
      db.update(users).set({ loginId: null, email: null }).where(eq(users.id, home.userIds.user)),
    );
    const parts = { publicUrl, now: server.clock.now() };
    const email = `user@${home.accountId}.example`;
    await expect(resetLink(server.database, email, parts)).rejects.toThrow('Nobody signs in with');
  });
});

describe('confirmEmail by the operator', () => {
  it('the email is confirmed at once, as by the link', async () => {
    const email = `admin@${home.accountId}.example`;
    await server.database.asSystem((db) => db.update(logins).set({ emailProvenAt: null }));
    await expect(confirmEmail(server.app.unitOfWork, email, server.clock.now())).resolves.toEqual([
      `${email} is confirmed.`,
    ]);
    const rows = await server.database.asSystem((db) => db.select().from(logins));
    const proven = rows.filter((row) => row.emailProvenAt !== null).map((row) => row.email);
    expect(proven).toEqual([email]);
    const noted = (await home.as('super_admin')('GET', '/api/audit')).body;
    expect(JSON.stringify(noted)).toContain('email-confirmed');
  });

  it('an unknown email is refused', async () => {
    const confirming = confirmEmail(
      server.app.unitOfWork,
      'nobody@example.org',
      server.clock.now(),
    );
    await expect(confirming).rejects.toThrow('Nobody signs in with nobody@example.org.');
  });
});
