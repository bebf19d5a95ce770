import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessions } from '#database/schema/access.ts';
import { subscriptions } from '#database/schema/households.ts';
import { alertsFeature } from '#features/alerts/server.ts';
import { auditFeature } from '#features/audit/server.ts';
import type { Subscription } from '#features/entitlement/domain/period.ts';
import { reschedule } from '#features/medications/server.ts';
import { requireRecentSignIn, sessionsFeature } from '#features/sessions/server.ts';
import { settingsFeature } from '#features/settings/server.ts';
import { DAY_MS, SECOND_MS } from '#platform/shared/durations.ts';
import { type Mailbox, mailTo, openMailbox } from '#testing/smtp.ts';
import {
  expectStatus,
  TEST_PASSWORD,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { subscriptionFeature } from './server.ts';

const EXPIRED = {
  error: 'Subscription expired',
  code: 'subscription-expired',
  subscriptionExpired: true,
};

let server: TestServer;
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await openMailbox();
  const mail = mailTo(mailbox.url);
  server = await testServer([
    subscriptionFeature(undefined, requireRecentSignIn),
    sessionsFeature(mail),
    settingsFeature(reschedule),
    auditFeature,
    alertsFeature({ mail, contact: undefined }),
  ]);
});
afterAll(async () => {
  await server.close();
  await mailbox.close();
});

/** Sends the action; a body is combined with the password. */
const move = (home: TestHousehold, name: string, body?: object) =>
  home.as('super_admin')(
    'POST',
    `/api/subscription/${name}`,
    body && { password: TEST_PASSWORD, ...body },
  );

const status = async (home: TestHousehold) =>
  (await home.as('super_admin')('GET', '/api/subscription/status')).body;

const inDays = (days: number) =>
  new Date(server.clock.now().getTime() + days * DAY_MS).toISOString();

/** Stores a changed subscription directly, without invalidating caches. */
async function store({ accountId }: TestHousehold, changed: Partial<Subscription>) {
  await server.database.asSystem((db) =>
    db.update(subscriptions).set(changed).where(eq(subscriptions.accountId, accountId)),
  );
}

describe('the endpoint GET /api/subscription/status', () => {
  it('the status contains plan, status and dates', async () => {
    const home = await server.household();
    expect(await status(home)).toEqual({
      subscriptionStatus: 'active',
      subscriptionType: 'built-in',
      subscriptionPlan: 'monthly',
      nextRenewalDate: inDays(30),
      subscriptionEndDate: inDays(30),
      stripeStatus: null,
    });
  });

  it('an unknown status is shown unchanged and permits no action', async () => {
    const home = await server.household();
    await store(home, { status: 'incomplete' });
    expect((await status(home)).subscriptionStatus).toBe('incomplete');
    for (const name of ['pause', 'resume', 'reactivate']) expectStatus(await move(home, name), 409);
    expectStatus(await move(home, 'cancel', { immediate: true }), 409);
  });

  it('a household without a subscription gets 404, and other calls are refused', async () => {
    const home = await server.household();
    await server.database.asSystem((db) =>
      db.delete(subscriptions).where(eq(subscriptions.accountId, home.accountId)),
    );
    const ask = home.as('super_admin');
    const answer = expectStatus(await ask('GET', '/api/subscription/status'), 404);
    expect(answer.body).toEqual({
      error: 'No subscription information found',
      code: 'no-subscription',
    });
    expectStatus(await move(home, 'reactivate'), 404);
    expect((await ask('GET', '/api/settings')).body).toEqual(EXPIRED);
  });

  it('a subscription renews for periods in which the server was down, and access continues', async () => {
    const home = await server.household();
    const endsAt = new Date(server.clock.now().getTime() - 65 * DAY_MS);
    await store(home, { endsAt });
    expectStatus(await home.as('user')('GET', '/api/settings'), 200);
    const { subscriptionStatus, nextRenewalDate } = await status(home);
    expect(subscriptionStatus).toBe('active');
    expect(Date.parse(nextRenewalDate)).toBeGreaterThan(server.clock.now().getTime());
  });
});

describe('actions on a subscription', () => {
  it('pausing, resuming, canceling and reactivating do not change other households', async () => {
    const [home, other] = [await server.household(), await server.household()];
    const end = inDays(30);
    const stays = { subscriptionEndDate: end, nextRenewalDate: null };
    const paused = expectStatus(await move(home, 'pause'), 200);
    expect(paused.body).toMatchObject({ subscriptionStatus: 'paused', ...stays });
    expect(await status(home)).toEqual(paused.body);
    const resumed = expectStatus(await move(home, 'resume'), 200);
    expect(resumed.body).toMatchObject({ subscriptionStatus: 'active', nextRenewalDate: end });
    const canceled = expectStatus(await move(home, 'cancel', { immediate: false }), 200);
    expect(canceled.body).toMatchObject({ subscriptionStatus: 'canceled', ...stays });
    expectStatus(await home.as('user')('GET', '/api/settings'), 200);
    const back = expectStatus(await move(home, 'reactivate'), 200);
    expect(back.body).toMatchObject({ subscriptionStatus: 'active', nextRenewalDate: end });
    expect(await status(other)).toMatchObject({
      subscriptionStatus: 'active',
      subscriptionEndDate: end,
    });
  });

  it('an action that the state forbids is refused with a message and changes nothing', async () => {
    const home = await server.household();
    expectStatus(await move(home, 'pause'), 200);
    const again = expectStatus(await move(home, 'pause'), 409);
    expect(again.body).toEqual({
      error: 'The subscription is already paused.',
      code: 'action-not-possible',
    });
    const answer = expectStatus(await move(home, 'cancel', { immediate: false }), 409);
    expect(answer.body).toEqual({
      error: 'Please resume the subscription first.',
      code: 'action-not-possible',
    });
    expect((await status(home)).subscriptionStatus).toBe('paused');
  });

  it('concurrent requests for one action apply it once', async () => {
    const home = await server.household();
    const answers = await Promise.all([1, 2, 3, 4].map(() => move(home, 'pause')));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409]);
    const noted = await home.as('super_admin')('GET', '/api/audit?action=subscription-paused');
    expect(noted.body).toHaveLength(1);
  });

  it('an action is logged with its person', async () => {
    const home = await server.household();
    await move(home, 'cancel', { immediate: true });
    await move(home, 'reactivate');
    const { body } = await home.as('super_admin')('GET', '/api/audit');
    expect(body.map(({ action }: { action: string }) => action).sort()).toEqual([
      'subscription-canceled',
      'subscription-reactivated',
    ]);
    expect(body).toContainEqual(
      expect.objectContaining({
        action: 'subscription-canceled',
        subject: 'Immediately',
        personName: 'Ada super_admin',
      }),
    );
  });
});

describe('an immediate cancellation and an expiry', () => {
  it('an immediate cancellation closes the household at once, and a reactivation opens it at once', async () => {
    const home = await server.household();
    for (const role of ['user', 'admin', 'super_admin'] as const)
      expectStatus(await home.as(role)('GET', '/api/auth/user'), 200);
    const canceled = expectStatus(await move(home, 'cancel', { immediate: true }), 200);
    expect(canceled.body.subscriptionEndDate).toBe(inDays(0));
    for (const role of ['user', 'admin', 'super_admin'] as const)
      for (const path of ['/api/auth/user', '/api/settings'])
        expect((await home.as(role)('GET', path)).body).toEqual(EXPIRED);
    expectStatus(await home.as('admin')('POST', '/api/subscription/reactivate'), 403);
    const back = expectStatus(await move(home, 'reactivate'), 200);
    expect(back.body.nextRenewalDate).toBe('2026-04-10T14:00:00.000Z');
    for (const role of ['user', 'admin', 'super_admin'] as const)
      expectStatus(await home.as(role)('GET', '/api/auth/user'), 200);
  });

  it.each(['paused', 'past_due', 'incomplete'])(
    'a household that expired as %s can be reactivated',
    async (ended) => {
      const home = await server.household();
      await store(home, {
        status: ended,
        endsAt: new Date(server.clock.now().getTime() - 8 * DAY_MS),
      });
      expect((await home.as('user')('GET', '/api/settings')).body).toEqual(EXPIRED);
      expectStatus(await move(home, 'reactivate'), 200);
      expectStatus(await home.as('user')('GET', '/api/settings'), 200);
    },
  );
});

describe('a paired tablet of an expired household', () => {
  it('a paired tablet is in care mode for 14 days, until a renewal', async () => {
    const home = await server.household();
    await server.database.asSystem((db) =>
      db.update(sessions).set({ kind: 'tablet' }).where(eq(sessions.userId, home.userIds.user)),
    );
    const who = async () => (await home.as('user')('GET', '/api/auth/user')).body;
    expect((await who()).isCareOnly).toBe(false);
    const endsAt = new Date(server.clock.now().getTime() - 14 * DAY_MS + 1);
    await store(home, { status: 'active' });
    await move(home, 'cancel', { immediate: true });
    await store(home, { endsAt });
    expect((await who()).isCareOnly).toBe(true);
    expectStatus(await home.as('user')('GET', '/api/settings'), 200);
    await move(home, 'reactivate');
    expect((await who()).isCareOnly).toBe(false);
  });
});

describe('the email about an expiry', () => {
  const lettersTo = ({ accountId }: TestHousehold) =>
    mailbox.mails.filter(({ recipients }) => recipients.some((one) => one.includes(accountId)));
  const post = async () => {
    await server.jobs('expiries');
    await server.jobs('outbox');
  };

  it('every administrator gets one email about an expired subscription', async () => {
    const [home, other] = [await server.household(), await server.household()];
    await move(home, 'cancel', { immediate: true });
    await post();
    await post();
    const letters = lettersTo(home);
    expect(letters.map(({ recipients }) => recipients[0]).sort()).toEqual([
      `admin@${home.accountId}.example`,
      `super_admin@${home.accountId}.example`,
    ]);
    const [first] = letters;
    expect(first?.subject).toBe('Your subscription has expired');
    expect(first?.text).toContain('ended on Tuesday, March 10');
    expect(first?.text).toContain('until Tuesday, March 24');
    expect(first?.text).toContain('/auth');
    expect(first?.text).not.toContain('medical device');
    expect(lettersTo(other)).toEqual([]);
  });

  it('the next expiry sends another email, after the grace period of a payment', async () => {
    const home = await server.household();
    await move(home, 'cancel', { immediate: true });
    await post();
    server.clock.advance(SECOND_MS);
    await move(home, 'reactivate');
    await post();
    expect(lettersTo(home)).toHaveLength(2);
    const grace = new Date(server.clock.now().getTime() - 7 * DAY_MS + 1);
    await store(home, { status: 'past_due', endsAt: grace });
    await post();
    expect(lettersTo(home)).toHaveLength(2);
    server.clock.advance(1);
    await post();
    expect(lettersTo(home)).toHaveLength(4);
  });
});
