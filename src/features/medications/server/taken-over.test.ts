import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { outbox } from '#database/schema/alerts.ts';
import { users } from '#database/schema/households.ts';
import { asking, expectStatus } from '#testing/test-server.ts';
import { ALERT, type Alerting, alerting } from './taken-over.testing.ts';

let on: Alerting;
beforeEach(async () => {
  on = await alerting();
});
afterEach(() => on.server.close());

describe('alerts without an escalation policy', () => {
  it('all administrators are alerted once at the same time, without further steps', async () => {
    for (const time of ['13:00', '13:15', '14:00', '20:00'])
      await on.server.at(`2026-03-10T${time}:00Z`);
    expect([on.mailed('admin'), on.mailed('super_admin')]).toEqual([[ALERT], [ALERT]]);
    expect(await on.openOf()).toMatchObject([{ canTakeOver: true, holder: null, next: null }]);
  });

  it('the email of an alert has both buttons and the usual text', async () => {
    await on.server.at('2026-03-10T13:00:00Z');
    const text = on.server.mailsTo(on.home)[0]?.text;
    expect(text).toContain('This dose is more than an hour late');
    expect(text).toMatch(/I’ve got it:\s+http\S+\/alert\?token=[\w-]{43}\s/);
    expect(text).toContain('See the medications:');
  });

  it('an alert expires after a day, like its emails', async () => {
    await on.server.at('2026-03-10T13:00:00Z');
    await on.server.at('2026-03-11T12:59:00Z');
    expect(await on.openOf()).toHaveLength(1);
    await on.server.at('2026-03-11T13:00:00Z');
    expect(
      (await on.openOf()).filter(
        ({ createdAt }: { createdAt: string }) => createdAt < '2026-03-11',
      ),
    ).toEqual([]);
  });
});

describe('acknowledging an alert in the panel', () => {
  it('an acknowledged alert has an assignee, and the others who were alerted are notified once', async () => {
    await on.server.at('2026-03-10T13:00:00Z');
    on.server.clock.set('2026-03-10T13:05:00Z');
    expectStatus(await on.press('admin'), 200);
    expectStatus(await on.press('admin'), 200);
    await on.server.at('2026-03-10T13:06:00Z');
    expect(on.mailed('super_admin')).toEqual([ALERT, 'Ada admin has it']);
    expect(on.mailed('admin')).toEqual([ALERT]);
    const holder = {
      name: 'Ada admin',
      userId: on.home.userIds.admin,
      since: '2026-03-10T13:05:00.000Z',
    };
    expect(await on.openOf('super_admin')).toMatchObject([{ holder }]);
  });

  it('the first of two administrators stays the assignee, even at the same moment', async () => {
    await on.server.at('2026-03-10T13:00:00Z');
    const both = await Promise.all([on.press('admin'), on.press('super_admin')]);
    const holders = both.map((answer) => expectStatus(answer, 200).body.alerts[0].holder.userId);
    expect(new Set(holders).size).toBe(1);
    await on.server.at('2026-03-10T13:01:00Z');
    const words = [...on.mailed('admin'), ...on.mailed('super_admin')];
    expect(words.filter((subject) => subject?.endsWith('has it'))).toHaveLength(1);
  });

  it('an administrator who was not alerted yet can acknowledge, and no further step is alerted', async () => {
    await on.choose();
    await on.server.at('2026-03-10T13:00:00Z');
    expectStatus(await on.press('super_admin'), 200);
    await on.server.at('2026-03-10T13:15:00Z');
    expect(on.mailed('super_admin')).toEqual([]);
    expect(on.mailed('admin')).toHaveLength(2);
  });

  it('after a release the others are alerted again, with the name of the former assignee', async () => {
    await on.choose();
    await on.server.at('2026-03-10T13:00:00Z');
    await on.press('admin');
    on.server.clock.set('2026-03-10T13:05:00Z');
    const notTheirs = expectStatus(await on.press('super_admin', 'give-back'), 200).body;
    expect(notTheirs.alerts).toMatchObject([{ holder: { userId: on.home.userIds.admin } }]);
    expectStatus(await on.press('admin', 'give-back'), 200);
    await on.server.at('2026-03-10T13:05:10Z');
    expect(on.mailed('super_admin')).toEqual([ALERT]);
    expect(on.server.mailsTo(on.home, 'super_admin')[0]?.text).toContain(
      'Ada admin had it and gave it back at 9:05 AM.',
    );
    await on.server.at('2026-03-10T15:00:00Z');
    expect(on.mailed('admin')).toEqual([ALERT]);
  });

  it('the assignee is asked again after the chosen time, and without an answer the alert advances', async () => {
    await on.choose();
    await on.server.at('2026-03-10T13:00:00Z');
    await on.press('admin');
    await on.server.at('2026-03-10T13:59:00Z');
    expect(on.mailed('admin')).toEqual([ALERT]);
    await on.server.at('2026-03-10T14:00:00Z');
    await on.server.at('2026-03-10T14:01:00Z');
    expect(on.mailed('admin')).toEqual([ALERT, 'You have it, and it is still open']);
    expect(on.mailed('super_admin')).toEqual([]);
    await on.server.at('2026-03-10T14:15:00Z');
    expect(on.mailed('super_admin')).toEqual([ALERT]);
    expect(await on.openOf()).toMatchObject([{ holder: null }]);
  });

  it('the alert stays with an assignee who confirms again', async () => {
    await on.choose();
    await on.server.at('2026-03-10T13:00:00Z');
    await on.press('admin');
    await on.server.at('2026-03-10T14:00:00Z');
    expect((await on.byLink(on.tokenTo('admin'))).body).toMatchObject({
      state: 'yours',
      isAsked: false,
    });
    await on.server.at('2026-03-10T14:20:00Z');
    expect(on.mailed('super_admin')).toEqual([]);
    await on.server.at('2026-03-10T15:00:00Z');
    expect(on.mailed('admin')).toHaveLength(3);
    expect((await on.open()).holder?.since).toBe('2026-03-10T13:00:00.000Z');
  });

  it('the alert advances at once when the assignee is no longer an administrator', async () => {
    await on.server.at('2026-03-10T13:00:00Z');
    await on.press('super_admin');
    await on.server.jobs('outbox');
    const { super_admin: id = '' } = on.home.userIds;
    await on.server.database.asSystem((db) =>
      db.update(users).set({ role: 'user' }).where(eq(users.id, id)),
    );
    await on.server.at('2026-03-10T13:01:00Z');
    expect(on.mailed('admin')).toEqual([ALERT, 'Ada super_admin has it', ALERT]);
    expect(await on.openOf()).toMatchObject([{ holder: null }]);
  });
});

describe('acknowledging by the link in the email', () => {
  it('the link acknowledges without signing in, and a second link shows the assignee', async () => {
    await on.server.at('2026-03-10T13:00:00Z');
    const [mine, others] = [on.tokenTo('admin'), on.tokenTo('super_admin')];
    const look = (token: string) => on.home.as('user')('GET', `/api/alerts/links/${token}`);
    const { body } = expectStatus(await look(mine), 200);
    expect(body).toMatchObject({ state: 'open', holder: null, since: null });
    expect(Object.keys(body.doses[0]).sort()).toEqual(
      ['dosage', 'elder', 'name', 'scheduledTime', 'tablet'].sort(),
    );
    expect(await on.openOf()).toMatchObject([{ holder: null }]);
    on.server.clock.set('2026-03-10T16:47:00Z');
    expect((await on.byLink(mine)).body).toMatchObject({ state: 'yours' });
    const second = { state: 'theirs', holder: 'Ada admin', since: '2026-03-10T16:47:00.000Z' };
    expect((await on.byLink(others)).body).toMatchObject(second);
    expectStatus(await on.press('admin', 'give-back'), 200);
    expect((await on.byLink(mine)).body).toMatchObject({ state: 'used', holder: null });
    expect(await on.openOf()).toMatchObject([{ holder: null }]);
  });

  it('a link of a removed person or from two days ago answers 404', async () => {
    await on.server.at('2026-03-10T13:00:00Z');
    const token = on.tokenTo('admin');
    on.server.clock.set('2026-03-12T13:00:00Z');
    expectStatus(await on.byLink(token), 404);
    expectStatus(await on.byLink('x'), 404);
    on.server.clock.set('2026-03-10T13:01:00Z');
    const { admin: id = '' } = on.home.userIds;
    await on.server.database.asSystem((db) =>
      db.update(users).set({ role: 'user' }).where(eq(users.id, id)),
    );
    expectStatus(await on.byLink(token), 404);
    expectStatus(await on.home.as('user')('GET', `/api/alerts/links/${token}`), 404);
  });

  it('invalid links are rate-limited by network, a valid link never is', async () => {
    await on.server.at('2026-03-10T13:00:00Z');
    const [token, address] = [on.tokenTo('admin'), '192.0.2.77'];
    const ask = asking(on.server.app, undefined, address);
    const look = (wrong: string) => ask('GET', `/api/alerts/links/${wrong}`);
    for (let tries = 0; tries < 20; tries += 1) expectStatus(await look(`wrong${tries}`), 404);
    expectStatus(await look('wrong'), 429);
    expectStatus(await ask('POST', '/api/alerts/links/wrong'), 429);
    expectStatus(await ask('GET', '/api/alerts/tests/wrong'), 429);
    expectStatus(await look(token), 200);
    expect((await ask('POST', `/api/alerts/links/${token}`)).body).toMatchObject({
      state: 'yours',
    });
  });

  it('the outbox contains no usable link after sending', async () => {
    await on.server.at('2026-03-10T13:00:00Z');
    const rows = await on.server.database.asSystem((db) => db.select().from(outbox));
    expect(JSON.stringify(rows)).not.toContain('takeOver');
    expect(on.tokenTo('admin')).toHaveLength(43);
  });
});
