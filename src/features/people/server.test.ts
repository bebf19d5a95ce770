import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessions } from '#database/schema/access.ts';
import { auditFeature } from '#features/audit/server.ts';
import { medicationsFeature } from '#features/medications/server.ts';
import { addSession, findUser, PERSON, TABLET } from '#features/sessions/server/session-rows.ts';
import { isPassword } from '#platform/server/passwords.ts';
import type { Role } from '#platform/shared/roles.ts';
import { wholePeopleFeature } from '#testing/people.ts';
import { NO_MAIL } from '#testing/smtp.ts';
import {
  asking,
  expectStatus,
  TEST_PASSWORD,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';

let server: TestServer;
let home: TestHousehold;
beforeAll(async () => {
  const people = wholePeopleFeature({ ...NO_MAIL, publicUrl: 'https://care.example' });
  server = await testServer([people, auditFeature, medicationsFeature]);
});
afterAll(() => server.close());

const NOT_ALLOWED = { error: 'You do not have permission to do this.', code: 'wrong-role' };
const NAMES = { firstName: 'Grace', lastName: 'Hopper' };
const PASSWORD = 'a quiet blue harbour';

const pathOf = (id: string) => `/api/users/${id}`;

async function newHome(): Promise<TestHousehold> {
  home = await server.household();
  return home;
}

const change = (by: Role, of: Role, body: object) =>
  home.as(by)('PUT', pathOf(home.userIds[of]), { currentPassword: TEST_PASSWORD, ...body });
const remove = (by: Role, of: Role) => home.as(by)('DELETE', pathOf(home.userIds[of]));

async function rolesNow(): Promise<Record<string, string>> {
  const { body } = await home.as('super_admin')('GET', '/api/users');
  return Object.fromEntries(body.map((one: { id: string; role: string }) => [one.id, one.role]));
}

async function passwordHashOf(id: string) {
  return (await server.database.asSystem((db) => findUser(db, { id, accountId: home.accountId })))
    ?.user.passwordHash;
}

async function openSession(role: Role, lifetime = PERSON) {
  const at = {
    accountId: home.accountId,
    userId: home.userIds[role],
    deviceName: 'Elsewhere',
    lifetime,
    now: server.clock.now(),
  };
  const { token } = await server.database.asSystem((db) => addSession(db, at));
  return asking(server.app, token);
}

describe('GET /api/users lists people', () => {
  it('people are listed with role, Customer ID, renewal date and createdAt, without internal fields', async () => {
    await newHome();
    await server.household();
    const { body } = expectStatus(await home.as('admin')('GET', '/api/users'), 200);
    expect(body).toHaveLength(3);
    expect(Object.keys(body[0]).sort()).toEqual(
      'accountNumber awaitsConfirmation createdAt email firstName id lastName pendingEmail role subscriptionEndDate version'.split(
        ' ',
      ),
    );
  });

  it('the list of people is read with one statement', async () => {
    await newHome();
    const ask = home.as('admin');
    await ask('GET', '/api/users');
    const before = server.database.statements();
    await ask('GET', '/api/users');
    const most = { embedded: 4, postgres: 3 }[server.database.kind];
    expect(server.database.statements() - before).toBeLessThanOrEqual(most);
  });
});

describe('POST /api/users adds an elder', () => {
  it('an elder needs neither email nor password', async () => {
    const ask = (await newHome()).as('admin');
    const added = expectStatus(await ask('POST', '/api/users', NAMES), 201).body;
    expect(added).toMatchObject({ ...NAMES, email: null, role: 'user' });
    expect((await ask('GET', '/api/users')).body).toContainEqual(added);
  });

  it('an elder can have an email and a password; the email is trimmed and in lower case', async () => {
    const ask = (await newHome()).as('admin');
    const email = ` Grace@${home.accountId}.example `;
    const body = { ...NAMES, email, password: PASSWORD };
    const { id, ...added } = expectStatus(await ask('POST', '/api/users', body), 201).body;
    expect(added.email).toBe(`grace@${home.accountId}.example`);
    expect(await isPassword(PASSWORD, await passwordHashOf(id))).toBe(true);
  });

  it.each([
    ['an email alone', { email: 'grace@example.com' }, 'password'],
    ['a password alone', { password: PASSWORD }, 'email'],
    ['a common password', { email: 'grace@example.com', password: 'password123' }, 'password'],
    ['a role', { role: 'super_admin' }, 'role'],
    ['a household', { accountId: '00000000-0000-4000-8000-000000000000' }, 'accountId'],
  ])('adding an elder with %s is refused with an error at its field', async (_, fields, field) => {
    const ask = (await newHome()).as('admin');
    const answer = expectStatus(await ask('POST', '/api/users', { ...NAMES, ...fields }), 400);
    expect(Object.keys(answer.body.fields)).toEqual([field]);
  });

  it('adding an elder with an email of an account in any household is refused', async () => {
    const other = await server.household();
    const ask = (await newHome()).as('admin');
    const email = `USER@${other.accountId}.example`;
    const body = { ...NAMES, email, password: PASSWORD };
    const answer = expectStatus(await ask('POST', '/api/users', body), 409);
    expect(answer.body.code).toBe('email-taken');
  });
});

describe('PUT /api/users/{id} changes a person', () => {
  it.each<[Role, Role, number]>([
    ['user', 'user', 403],
    ['admin', 'user', 200],
    ['admin', 'admin', 200],
    ['admin', 'super_admin', 403],
    ['super_admin', 'user', 200],
    ['super_admin', 'admin', 200],
    ['super_admin', 'super_admin', 200],
  ])('changing as %s a person who is %s answers %d', async (by, of, status) => {
    await newHome();
    const answer = expectStatus(await change(by, of, NAMES), status);
    if (status === 200) expect(answer.body).toMatchObject({ ...NAMES, role: of });
    else expect(answer.body).toEqual(NOT_ALLOWED);
  });

  it('changing the email to one of another account is refused', async () => {
    await newHome();
    const other = await server.household();
    const body = { email: `user@${other.accountId}.example` };
    const answer = expectStatus(await change('admin', 'user', body), 409);
    expect(answer.body.code).toBe('email-taken');
  });

  it("setting an elder's password ends their password sessions and keeps their tablet signed in", async () => {
    await newHome();
    const [browser, tablet] = [await openSession('user'), await openSession('user', TABLET)];
    expectStatus(await browser('GET', '/api/medications'), 200);
    expectStatus(await change('admin', 'user', { password: PASSWORD }), 200);
    expect(await isPassword(PASSWORD, await passwordHashOf(home.userIds.user))).toBe(true);
    expectStatus(await browser('GET', '/api/medications'), 401);
    expectStatus(await tablet('GET', '/api/medications'), 200);
    for (const of of ['admin', 'super_admin'] as const) {
      const before = await passwordHashOf(home.userIds[of]);
      expectStatus(await change('super_admin', of, { password: PASSWORD }), 409);
      expect(await passwordHashOf(home.userIds[of])).toBe(before);
    }
    expectStatus(await change('admin', 'user', { password: 'password123' }), 400);
  });

  it("removing an elder's email removes the password, and an administrator's email cannot be removed", async () => {
    await newHome();
    expect((await change('admin', 'user', { email: null })).body.email).toBeNull();
    expect(await passwordHashOf(home.userIds.user)).toBeNull();
    const alone = await change('admin', 'user', { email: 'grace@example.com' });
    expect(Object.keys(expectStatus(alone, 400).body.fields)).toEqual(['password']);
    expectStatus(await change('super_admin', 'admin', { email: null }), 400);
  });

  it('changing internal fields of a person is refused', async () => {
    await newHome();
    for (const field of ['accountId', 'passwordHash', 'createdAt', 'id']) {
      expectStatus(await change('super_admin', 'user', { [field]: home.accountId }), 400);
    }
  });
});

describe('roles of the people in a household', () => {
  it('handing over the role makes an administrator super_admin and the former one admin', async () => {
    await newHome();
    const handed = await change('super_admin', 'admin', { role: 'super_admin' });
    expect(expectStatus(handed, 200).body.role).toBe('super_admin');
    const { user, admin, super_admin: former } = home.userIds;
    // The new roles apply to existing sessions at once: the former super_admin can no longer read
    // the audit log.
    expectStatus(await home.as('super_admin')('GET', '/api/audit'), 403);
    expectStatus(await home.as('admin')('GET', '/api/audit'), 200);
    expect(await rolesNow()).toEqual({ [user]: 'user', [admin]: 'super_admin', [former]: 'admin' });
    expectStatus(await change('super_admin', 'admin', { role: 'super_admin' }), 403);
  });

  it.each<[Role, Role, Role, number]>([
    ['admin', 'user', 'admin', 403],
    ['admin', 'user', 'super_admin', 403],
    ['admin', 'admin', 'super_admin', 403],
    ['admin', 'super_admin', 'admin', 403],
    ['super_admin', 'user', 'admin', 409],
    ['super_admin', 'user', 'super_admin', 409],
    ['super_admin', 'admin', 'user', 409],
    ['super_admin', 'super_admin', 'admin', 409],
    ['super_admin', 'super_admin', 'user', 409],
    ['user', 'user', 'super_admin', 403],
  ])('%s cannot make %s a %s', async (by, of, role, status) => {
    await newHome();
    const before = await rolesNow();
    expectStatus(await change(by, of, { role }), status);
    expect(await rolesNow()).toEqual(before);
  });

  it('concurrent requests hand the role over once', async () => {
    await newHome();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => change('super_admin', 'admin', { role: 'super_admin' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const roles = Object.values(await rolesNow()).sort();
    expect(roles).toEqual(['admin', 'super_admin', 'user']);
  });
});

describe('DELETE /api/users/{id} removes a person', () => {
  it.each<[Role, Role, number]>([
    ['user', 'user', 403],
    ['user', 'admin', 403],
    ['admin', 'user', 204],
    ['admin', 'admin', 403],
    ['admin', 'super_admin', 403],
    ['super_admin', 'user', 204],
    ['super_admin', 'admin', 204],
  ])('removing as %s a person who is %s answers %d', async (by, of, status) => {
    await newHome();
    expectStatus(await remove(by, of), status);
    const people = Object.keys(await rolesNow());
    expect(people).toHaveLength(status === 204 ? 2 : 3);
  });

  it('the last super_admin cannot be removed', async () => {
    await newHome();
    const answer = expectStatus(await remove('super_admin', 'super_admin'), 409);
    expect(answer.body.code).toBe('super-admin-stays');
  });

  it('removing a person ends their sessions at once', async () => {
    await newHome();
    const [browser, tablet] = [await openSession('user'), await openSession('user', TABLET)];
    expectStatus(await tablet('GET', '/api/upcoming-medications'), 200);
    expectStatus(await remove('admin', 'user'), 204);
    expectStatus(await browser('GET', '/api/upcoming-medications'), 401);
    expectStatus(await tablet('GET', '/api/upcoming-medications'), 401);
    const left = await server.database.asSystem((db) =>
      db.select().from(sessions).where(eq(sessions.userId, home.userIds.user)),
    );
    expect(left).toEqual([]);
  });

  it("removing an elder removes their medications and logs, and keeps the household's", async () => {
    await newHome();
    const ask = home.as('admin');
    expectStatus(await ask('POST', '/api/users', NAMES), 201);
    const body = { name: 'Aspirin', frequency: 'daily', times: ['08:00'], startDate: '2026-03-01' };
    const own = { ...body, userId: home.userIds.user };
    const medication = expectStatus(await ask('POST', '/api/medications', own), 201).body;
    expectStatus(await ask('POST', '/api/medications', { ...body, name: 'Vitamin D' }), 201);
    const dose = {
      medicationId: medication.id,
      scheduledTime: '2026-03-10T12:00:00.000Z',
      status: 'taken',
    };
    expectStatus(await home.as('user')('POST', '/api/medication-logs', dose), 201);
    expectStatus(await remove('admin', 'user'), 204);
    expect((await ask('GET', '/api/medication-logs')).body).toEqual([]);
    const left = (await ask('GET', '/api/medications')).body;
    expect(left.map(({ name }: { name: string }) => name)).toEqual(['Vitamin D']);
  });
});

it('a person of another household is not found by any role', async () => {
  await newHome();
  const stranger = await server.household();
  const path = pathOf(home.userIds.user);
  for (const [method, address, body] of [
    ['PUT', path, NAMES],
    ['DELETE', path, undefined],
    ['GET', `${path}/removal`, undefined],
    ['POST', `${path}/pairing-code`, undefined],
    ['GET', `${path}/devices`, undefined],
  ] as const) {
    const answer = await stranger.as('admin')(method, address, body);
    expect(expectStatus(answer, 404).body.code).toBe('not-found');
  }
  expect(Object.keys(await rolesNow())).toHaveLength(3);
});
