import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#database/schema/households.ts';
import { homeButtonsFeature } from '#features/home-buttons/server.ts';
import { reschedule } from '#features/medications/server.ts';
import { sessionsFeature } from '#features/sessions/server.ts';
import { settingsFeature } from '#features/settings/server.ts';
import { registrationForm } from '#testing/registration.ts';
import { NO_MAIL, UNREAD_MAIL } from '#testing/smtp.ts';
import { asking, expectStatus, type TestServer, testServer } from '#testing/test-server.ts';
import { accountsFeature } from './server.ts';

const features = (registrationOpen: boolean) => [
  accountsFeature({
    registrationOpen,
    supportEmail: undefined,
    mail: UNREAD_MAIL,
    cards: undefined,
  }),
  sessionsFeature(NO_MAIL),
  settingsFeature(reschedule),
  homeButtonsFeature,
];

let server: TestServer;
beforeAll(async () => {
  server = await testServer(features(true));
});
afterAll(() => server.close());

const form = (email: string, changed: Record<string, unknown> = {}) =>
  registrationForm(email, { firstName: ' Maria ', subscriptionPlan: 'yearly', ...changed });

const register = (body: object) => asking(server.app)('POST', '/api/auth/register', body);

let zones = 0;

describe('the endpoint POST /api/auth/register', () => {
  it.each([
    ['of the browser', { timezone: 'America/Los_Angeles' }, 'America/Los_Angeles'],
    ['by default', {}, 'America/New_York'],
    ['by default for an unknown one', { timezone: 'Mars/Olympus' }, 'America/New_York'],
  ])('registration stores the address and the time zone %s', async (_, said, timezone) => {
    const home = { city: 'San Diego', state: 'CA', postalCode: '92101', ...said };
    zones += 1;
    const answer = expectStatus(await register(form(`zone${zones}@example.com`, home)), 201);
    const token = /grand_session=([^;]+)/.exec(String(answer.headers['set-cookie']))?.[1] ?? '';
    expect((await asking(server.app, token)('GET', '/api/settings')).body).toMatchObject({
      timezone,
      defaultCity: 'San Diego',
      defaultState: 'CA',
      defaultPostalCode: '92101',
      defaultCountry: 'United States',
    });
  });

  it.each([
    ['no value', { country: 'United Kingdom', state: undefined }, ''],
    ['an empty value', { country: 'Australia', state: ' ' }, ''],
    ['a region', { country: 'Canada', state: 'Nova Scotia' }, 'Nova Scotia'],
  ])(
    'registration accepts %s as the state in a country without listed states',
    async (_, said, state) => {
      zones += 1;
      const answer = expectStatus(await register(form(`zone${zones}@example.com`, said)), 201);
      const token = /grand_session=([^;]+)/.exec(String(answer.headers['set-cookie']))?.[1] ?? '';
      expect((await asking(server.app, token)('GET', '/api/settings')).body).toMatchObject({
        defaultState: state,
        defaultCountry: said.country,
      });
    },
  );

  it.each([
    ['rosa@exämple.de\u200b', 'rosa@xn--exmple-cua.de'],
    ['Rosa <rosa@example.net>', 'rosa@example.net'],
  ])('registration stores the email %j as %s', async (typed, stored) => {
    const answer = expectStatus(await register(form(typed)), 201);
    expect(answer.body.user.email).toBe(stored);
  });

  it('an email with non-ASCII letters before the @ is refused with the reason', async () => {
    const answer = expectStatus(await register(form('ünal@example.de')), 400);
    expect(answer.body.fields.email).toContain('before the @');
  });

  it('registration creates a household with its super_admin, settings and home buttons, and signs in', async () => {
    const answer = expectStatus(await register(form('First@Example.com')), 201);
    expect(answer.body).toEqual({
      isFirstTime: true,
      user: expect.objectContaining({
        role: 'super_admin',
        firstName: 'Maria',
        email: 'first@example.com',
        accountNumber: expect.stringMatching(/^GA-\d{6}$/),
        subscriptionEndDate: '2027-03-10T14:00:00.000Z',
      }),
    });
    const token = /grand_session=([^;]+)/.exec(String(answer.headers['set-cookie']))?.[1] ?? '';
    const ask = asking(server.app, token);
    expect((await ask('GET', '/api/auth/user')).body).toMatchObject(answer.body.user);
    expect((await ask('GET', '/api/settings')).body).toMatchObject({
      appName: 'Grand App',
      timezone: 'America/New_York',
    });
    const buttons = (await ask('GET', '/api/home-buttons')).body;
    expect(buttons.map(({ buttonKey }: { buttonKey: string }) => buttonKey)).toEqual([
      'photos',
      'watch',
      'listen',
      'read',
      'call',
      'myday',
    ]);
  });

  it.each([
    ['passwords that differ', { passwordConfirm: 'another gate' }, 'passwordConfirm'],
    ['a short password', { password: 'short', passwordConfirm: 'short' }, 'password'],
    ['a common password', { password: 'password1', passwordConfirm: 'password1' }, 'password'],
    ['an invalid email', { email: 'maria' }, 'email'],
    ['a missing name', { firstName: '  ' }, 'firstName'],
    ['an unknown state', { state: 'ZZ' }, 'state'],
    ['a missing state in the United States', { state: '' }, 'state'],
    ['an unknown plan', { subscriptionPlan: 'weekly' }, 'subscriptionPlan'],
  ])('registration refuses %s with an error at its field', async (_, changed, field) => {
    const answer = expectStatus(await register(form('refused@example.com', changed)), 400);
    expect(Object.keys(answer.body.fields)).toEqual([field]);
    const stored = await server.database.asSystem((db) => db.select().from(users));
    expect(stored.map(({ email }) => email)).not.toContain('refused@example.com');
  });

  it('a role or household id in the form is ignored', async () => {
    const brought = { role: 'user', accountId: '00000000-0000-4000-8000-000000000000' };
    const answer = expectStatus(await register(form('mass@example.com', brought)), 201);
    expect(answer.body.user.role).toBe('super_admin');
  });

  it('ten concurrent registrations of one email create exactly one household', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => register(form('ten@example.com'))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  it('registration is refused with a message when the server is closed to it', async () => {
    const closed = await testServer(features(false));
    const answer = await closed.ask('POST', '/api/auth/register', form('x@example.com'));
    expectStatus(answer, 403);
    expect((await closed.ask('GET', '/api/auth/options')).body.registrationOpen).toBe(false);
    await closed.close();
  });
});
