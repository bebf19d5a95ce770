import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { outbox, pushSubscriptions } from '#database/schema/alerts.ts';
import { jobs } from '#database/schema/jobs.ts';
import { devicesFeature } from '#features/sessions/server.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts';
import { openPushService, readVapid, subscribedBrowser } from '#testing/push-service.ts';
import { NO_MAIL } from '#testing/smtp.ts';
import {
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { alertAdministrators, alertsFeature } from '../server.ts';

let service: Awaited<ReturnType<typeof openPushService>>;
let server: TestServer;
let home: TestHousehold;
beforeEach(async () => {
  service = await openPushService();
  server = await testServer([
    alertsFeature({ mail: NO_MAIL, contact: 'care@example.org', pushAgent: service.agent }),
    devicesFeature,
  ]);
  home = await server.household();
});
afterEach(async () => {
  await server.close();
  await service.close();
});

const PATH = '/api/push-subscriptions';

type Browser = ReturnType<typeof subscribedBrowser>;

async function subscribe(browser: Browser, role: 'user' | 'admin' | 'super_admin' = 'admin') {
  return expectStatus(await home.as(role)('POST', PATH, browser.subscription), 201).body.id;
}

async function alert(of = home, on = server) {
  const now = on.clock.now();
  const due = new Date(now.getTime() - HOUR_MS);
  const named = { medicationId: randomUUID(), localDate: '2026-03-10', time: '09:00' };
  const dose = { ...named, name: 'Lisinopril', dosage: '10 mg', userId: null, overdueAt: now };
  await server.database.inHousehold(of.accountId, (db) =>
    alertAdministrators(
      db,
      [{ accountId: of.accountId, older: 0, doses: [{ ...dose, scheduledTime: due }] }],
      now,
    ),
  );
  await on.jobs('outbox');
}

const stored = () => server.database.asSystem((db) => db.select().from(pushSubscriptions));

async function failures() {
  const rows = await server.database.asSystem((db) =>
    db
      .select({ failure: outbox.failure, runAt: jobs.runAt })
      .from(outbox)
      .leftJoin(jobs, sql`${jobs.key} = ${outbox.id}::text`)
      .where(eq(outbox.kind, 'push')),
  );
  return rows.map(({ failure, runAt }) => [failure, runAt]);
}

describe('push notifications to a subscribed browser', () => {
  it('a browser receives nothing after its person signed out everywhere', async () => {
    await subscribe(subscribedBrowser(), 'admin');
    await subscribe(subscribedBrowser(), 'super_admin');
    expectStatus(await home.as('admin')('POST', '/api/auth/logout-everywhere'), 200);
    expect(await stored()).toMatchObject([{ userId: home.userIds.super_admin }]);
  });

  it('an alert is encrypted for one browser and carries the identity of the server', async () => {
    const browser = subscribedBrowser();
    await subscribe(browser);
    await alert();
    const [push, ...more] = service.received;
    expect(more).toEqual([]);
    expect([push?.host, push?.path]).toEqual(['fcm.googleapis.com', '/fcm/send/abc']);
    expect(push?.headers).toMatchObject({
      ttl: '3600',
      urgency: 'high',
      topic: expect.stringMatching(/^[0-9a-f]{32}$/),
      'content-encoding': 'aes128gcm',
    });
    expect(browser.read(push?.body ?? Buffer.of())).toEqual({
      title: 'A dose has not been confirmed',
      body: 'Due at 9:00 AM. The tablet was showing something else or its screen was off.',
      path: '/medications',
      tag: push?.headers.topic,
      takeOver: expect.stringMatching(/^[\w-]{43}$/),
    });
    const { publicKey } = (await home.as('user')('GET', `${PATH}/key`)).body;
    expect(readVapid(push?.headers.authorization, publicKey)).toEqual({
      aud: 'https://fcm.googleapis.com',
      sub: 'mailto:care@example.org',
      exp: expect.any(Number),
    });
  });

  it('a notification is sent while the mail server hangs', async () => {
    let answer = () => {};
    const hanging = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const mailer = { isConfigured: true, send: () => hanging };
    const mail = { publicUrl: 'http://localhost:3000', mailer };
    const slow = await testServer([
      alertsFeature({ mail, contact: 'care@example.org', pushAgent: service.agent }),
    ]);
    const before = { server, home };
    [server, home] = [slow, await slow.household()];
    await subscribe(subscribedBrowser());
    const round = alert();
    await expect.poll(() => service.received.length).toBe(1);
    answer();
    await round;
    await slow.close();
    ({ server, home } = before);
  });

  it('a notification is sent while another push service hangs, which is paused for a minute', async () => {
    const impatient = await testServer(
      [
        alertsFeature({
          mail: NO_MAIL,
          contact: '',
          pushAgent: service.agent,
          pushLongestMs: 1000,
        }),
        devicesFeature,
      ],
      {},
      undefined,
      server.database,
    );
    service.silence('fcm.googleapis.com');
    await subscribe(subscribedBrowser('https://web.push.apple.com/abc'));
    for (let count = 0; count < 12; count += 1) {
      await subscribe(subscribedBrowser(`https://fcm.googleapis.com/fcm/send/${count}`));
    }
    const begun = async () => {
      const rows = await server.database.asSystem((db) => db.select().from(jobs));
      return rows.filter(({ kind, attempts }) => kind === 'push' && attempts > 0).length;
    };
    const arrived = (host: string) => service.received.filter((push) => push.host === host).length;
    await alert(home, impatient);
    expect([arrived('web.push.apple.com'), await begun()]).toEqual([1, 12]);
    await alert(home, impatient);
    expect([arrived('web.push.apple.com'), await begun()]).toEqual([2, 12]);
    impatient.clock.advance(MINUTE_MS);
    await impatient.jobs('outbox');
    expect(await begun()).toBe(13);
    await impatient.app.close();
  });

  it.each([404, 410])(
    'a subscription is deleted if its push service answers %i',
    async (status) => {
      await subscribe(subscribedBrowser());
      service.answer(status);
      await alert();
      expect(await stored()).toEqual([]);
      expect(await failures()).toEqual([['the subscription has ended', null]]);
      await alert();
      expect(service.received).toHaveLength(1);
    },
  );

  it.each([301, 307, 429, 500])(
    'a notification is retried after %i, and no redirect is followed',
    async (status) => {
      await subscribe(subscribedBrowser());
      service.answer(status);
      await alert();
      expect(service.received).toHaveLength(1);
      expect(await failures()).toEqual([
        [`the push service answered ${status}`, new Date(server.clock.now().getTime() + 30_000)],
      ]);
      service.answer(201);
      server.clock.advance(30_000);
      await server.jobs('outbox');
      await server.jobs('outbox');
      expect(service.received).toHaveLength(2);
      expect(service.received[0]?.headers.topic).toBe(service.received[1]?.headers.topic);
    },
  );

  it('a subscription with an invalid key is deleted', async () => {
    const browser = subscribedBrowser();
    const keys = { ...browser.subscription.keys, p256dh: `B${'A'.repeat(86)}` };
    await home.as('admin')('POST', PATH, { ...browser.subscription, keys });
    await alert();
    expect([await stored(), service.received]).toEqual([[], []]);
  });

  it('browsers of an elder or of another household are not alerted', async () => {
    await subscribe(subscribedBrowser(), 'user');
    const other = await server.household();
    const theirs = subscribedBrowser('https://fcm.googleapis.com/fcm/send/theirs');
    await other.as('admin')('POST', PATH, theirs.subscription);
    await alert();
    expect(service.received).toEqual([]);
  });

  it('a browser belongs to the last person who subscribed in it, across households', async () => {
    const browser = subscribedBrowser();
    await subscribe(browser);
    const other = await server.household();
    expectStatus(await other.as('super_admin')('POST', PATH, browser.subscription), 201);
    await alert();
    expect(service.received).toHaveLength(0);
    await alert(other);
    expect(service.received).toHaveLength(1);
  });

  it('only the owner can delete a subscription', async () => {
    const browser = subscribedBrowser();
    await subscribe(browser);
    const body = { endpoint: browser.subscription.endpoint };
    expectStatus(await home.as('super_admin')('DELETE', PATH, body), 204);
    expect(await stored()).toHaveLength(1);
    expectStatus(await home.as('admin')('DELETE', PATH, body), 204);
    expect(await stored()).toHaveLength(0);
  });

  it('a person has at most twenty subscriptions, and the oldest is replaced', async () => {
    for (let count = 0; count < 22; count += 1) {
      server.clock.advance(SECOND_MS);
      await subscribe(subscribedBrowser(`https://fcm.googleapis.com/fcm/send/${count}`));
    }
    const endpoints = (await stored()).map(({ endpoint }) => endpoint);
    expect(endpoints).toHaveLength(20);
    expect(endpoints).not.toContain('https://fcm.googleapis.com/fcm/send/1');
    expect(endpoints).toContain('https://fcm.googleapis.com/fcm/send/21');
  });

  it('an endpoint that is not a push service is refused', async () => {
    for (const endpoint of ['https://127.0.0.1/x', 'https://intranet.example/x']) {
      const answer = await home.as('admin')('POST', PATH, subscribedBrowser(endpoint).subscription);
      expect(expectStatus(answer, 400).body.fields.endpoint).toMatch(/push service/);
    }
  });
});
