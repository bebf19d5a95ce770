import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settings } from '#database/schema/home.ts';
import { makeResetLink } from '#features/sessions/server.ts';
import { registrationForm } from '#testing/registration.ts';
import {
  type Answer,
  expectStatus,
  TEST_PASSWORD,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { readConfig } from '../../src/app/config.ts';
import { featuresFor } from '../../src/app/features.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'weak-passwords-'));

let server: TestServer;
let home: TestHousehold;
beforeAll(async () => {
  server = await testServer(featuresFor(readConfig({ DATA_DIR })));
  home = await server.household();
  await server.database.asSystem((db) =>
    db
      .update(settings)
      .set({ appName: 'Lighthouse' })
      .where(eq(settings.accountId, home.accountId)),
  );
});
afterAll(async () => {
  await server.close();
  rmSync(DATA_DIR, { recursive: true });
});

const GRACE = { firstName: 'Grace', lastName: 'Hopper', email: 'amazing.grace@example.com' };

const tokenIn = (link: unknown) => new URL(String(link)).searchParams.get('token');

/**
 * Every form that sets a password. Each form is used with different names, which the password must
 * not contain.
 */
const CHOSEN: [string, string, (password: string) => Promise<Answer>][] = [
  [
    'registration',
    'maria-carter',
    (password) =>
      server.ask(
        'POST',
        '/api/auth/register',
        registrationForm('maria@example.com', { password, passwordConfirm: password }),
      ),
  ],
  [
    'an elder who is added',
    'Hopper-1906',
    (password) => home.as('admin')('POST', '/api/users', { ...GRACE, password }),
  ],
  [
    'an elder’s new password',
    'user-19061209',
    (password) => home.as('admin')('PUT', `/api/users/${home.userIds.user}`, { password }),
  ],
  [
    'a link for a new password',
    'admin-2026',
    async (password) => {
      const where = { publicUrl: 'http://localhost:3000', now: server.clock.now() };
      const email = `admin@${home.accountId}.example`;
      const link = await server.database.asSystem((db) => makeResetLink(db, email, where));
      const body = { token: tokenIn(link), password };
      return server.ask('POST', '/api/auth/reset-password', body);
    },
  ],
  [
    'an accepted invitation',
    'amazing-12345',
    async (password) => {
      const email = 'amazing.guest@example.com';
      const invited = { ...GRACE, email, password: TEST_PASSWORD };
      const ask = home.as('super_admin');
      const { body } = await ask('POST', '/api/admin/invitations', invited);
      const form = { token: tokenIn(body.link), password };
      return server.ask('POST', '/api/admin/signup', form);
    },
  ],
  [
    'a changed password',
    'super_admin!',
    (password) =>
      home.as('super_admin')('POST', '/api/auth/change-password', {
        currentPassword: TEST_PASSWORD,
        password,
      }),
  ],
];

describe.each(CHOSEN)('weak passwords in %s', (what, ownMessage, choose) => {
  const refused: [string, RegExp][] = [
    ['GrandApp1', /others know/],
    ['a'.repeat(128), /simple pattern/],
    ['abcd1234efgh', /simple pattern/],
    ['password1', /most common/],
    [ownMessage, /others know/],
  ];
  // The product's name is not tested at registration, because the household that would name it does
  // not exist yet.
  if (what !== 'registration') refused.push(['Lighthouse#7', /others know/]);
  it.each(refused)('%s is refused with a sentence at the field', async (password, sentence) => {
    const answer = expectStatus(await choose(password), 400);
    expect(answer.body.fields).toEqual({ password: expect.stringMatching(sentence) });
    expect(answer.body.error).toBe(answer.body.fields.password);
  });

  it('a strong password is accepted', async () => {
    const answer = await choose('a quiet blue harbour');
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  });
});
