import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { alerts } from '#database/schema/escalation.ts';
import { users } from '#database/schema/households.ts';
import { addMedication, logDose } from '#testing/care.ts';
import { expectStatus } from '#testing/test-server.ts';
import { ALERT, type Alerting, alerting, DUE } from './taken-over.testing.ts';

const ORDER = '/api/alerts/order';

let on: Alerting;
beforeEach(async () => {
  on = await alerting();
});
afterEach(() => on.server.close());

describe('alerts by the escalation policy', () => {
  it('each person is alerted once, at the time of their step, even after restarts', async () => {
    await on.choose();
    for (const time of ['13:00:00', '13:00:20', '13:14:40', '13:15:00', '13:15:20', '16:00:00']) {
      on.server.restart();
      await on.server.at(`2026-03-10T${time}Z`);
    }
    expect([on.mailed('admin'), on.mailed('super_admin')]).toEqual([[ALERT], [ALERT]]);
    const alert = await on.open();
    expect(alert.told).toMatchObject([
      { userId: on.home.userIds.admin, at: '2026-03-10T13:00:00.000Z', byEmail: true },
      { userId: on.home.userIds.super_admin, at: '2026-03-10T13:15:00.000Z' },
    ]);
  });

  it('an open alert names the people of the next step and the time', async () => {
    await on.choose();
    await on.server.at('2026-03-10T13:00:00Z');
    const next = { at: '2026-03-10T13:15:00.000Z', names: ['Ada super_admin'] };
    expect((await on.open()).next?.at).toBe(next.at);
    expect((await on.open()).next?.names).toHaveLength(1);
  });

  it('people in quiet hours are not alerted, except the last step if the policy ignores quiet hours', async () => {
    const night = { quiet: { from: '08:30', until: '10:00' } };
    await on.choose({}, [night, night]);
    await on.server.at('2026-03-10T13:00:00Z');
    expect([on.mailed('admin'), on.mailed('super_admin')]).toEqual([[], []]);
    expect((await on.home.as('admin')('GET', '/api/alerts/unsent')).body.alerts).toEqual([]);
    await on.choose({ lastIgnoresQuiet: true }, [night, night]);
    await on.server.at('2026-03-10T13:01:00Z');
    expect([on.mailed('admin'), on.mailed('super_admin')]).toEqual([[], [ALERT]]);
    await on.server.at('2026-03-10T14:00:00Z');
    expect([on.mailed('admin'), on.mailed('super_admin')]).toEqual([[ALERT], [ALERT]]);
  });

  it('new people belong to the last step, and a removed person leaves no gap between the steps', async () => {
    await on.choose({}, [{ step: 1 }, { step: 5 }]);
    const { body } = await on.home.as('admin')('GET', ORDER);
    expect(body.people.map(({ step }: { step: number }) => step).sort()).toEqual([1, 2]);
    const { admin: id = '' } = on.home.userIds;
    await on.server.database.asSystem((db) =>
      db.update(users).set({ role: 'user' }).where(eq(users.id, id)),
    );
    const after = await on.home.as('super_admin')('GET', ORDER);
    expect(after.body.people).toMatchObject([{ userId: on.home.userIds.super_admin, step: 1 }]);
  });

  it('a person who receives no alerts in the household cannot be added to the policy', async () => {
    const stranger = await on.server.household();
    for (const userId of [on.home.userIds.user, stranger.userIds.admin]) {
      const people = [{ userId, step: 1, quiet: null }];
      const body = { waitMinutes: 15, askAgainMinutes: 60, lastIgnoresQuiet: false, people };
      expectStatus(await on.home.as('admin')('PUT', ORDER, body), 409);
    }
  });
});

describe('an answer to an alerted dose', () => {
  it('an answer ends the escalation and sends one all-clear to the alerted people', async () => {
    await on.choose();
    await on.server.at('2026-03-10T13:00:00Z');
    on.server.clock.set('2026-03-10T13:10:00Z');
    expectStatus(await logDose(on.home, on.medication, DUE), 201);
    for (const time of ['13:15:00', '14:20:00']) await on.server.at(`2026-03-10T${time}Z`);
    expect(on.mailed('admin')).toEqual([ALERT, 'A dose was taken after all']);
    expect(on.mailed('super_admin')).toEqual([]);
    expect(await on.openOf()).toEqual([]);
  });

  it('the all-clear reaches the people of every step, including the assignee', async () => {
    await on.choose();
    await on.server.at('2026-03-10T13:00:00Z');
    await on.server.at('2026-03-10T13:15:00Z');
    await on.press('super_admin');
    await on.server.jobs('outbox');
    on.server.clock.set('2026-03-10T13:20:00Z');
    expectStatus(await logDose(on.home, on.medication, DUE), 201);
    await on.server.at('2026-03-10T15:20:00Z');
    const clear = 'A dose was taken after all';
    expect(on.mailed('admin')).toEqual([ALERT, 'Ada super_admin has it', clear]);
    expect(on.mailed('super_admin')).toEqual([ALERT, clear]);
  });

  it('when an administrator skips the dose, the other alerted people are notified', async () => {
    await on.choose({}, [{ step: 1 }, { step: 1 }]);
    await on.server.at('2026-03-10T13:00:00Z');
    const body = { medicationId: on.medication, scheduledTime: DUE, status: 'skipped' };
    expectStatus(await on.home.as('admin')('POST', '/api/medication-logs', body), 201);
    await on.server.at('2026-03-10T13:15:00Z');
    expect(on.mailed('super_admin')).toEqual([ALERT, 'A dose was skipped']);
    expect(on.mailed('admin')).toEqual([ALERT]);
  });

  it('without a policy, a skip by an administrator notifies no other person', async () => {
    await on.server.at('2026-03-10T13:00:00Z');
    const body = { medicationId: on.medication, scheduledTime: DUE, status: 'skipped' };
    expectStatus(await on.home.as('admin')('POST', '/api/medication-logs', body), 201);
    await on.server.at('2026-03-10T13:15:00Z');
    expect(on.mailed('super_admin')).toEqual([ALERT]);
    expect(await on.openOf()).toEqual([]);
  });

  it('when the elder skips the dose, one email is sent', async () => {
    await on.choose({}, [{ step: 1 }, { step: 1 }]);
    await on.server.at('2026-03-10T13:00:00Z');
    expectStatus(await logDose(on.home, on.medication, DUE, 'skipped'), 201);
    await on.server.at('2026-03-10T13:15:00Z');
    expect(on.mailed('super_admin')).toEqual([ALERT, 'A dose was skipped']);
  });

  it('an alert of two doses ends only after both are answered', async () => {
    const other = await addMedication(on.home, { name: 'Metformin', times: ['08:00'] });
    await on.choose();
    await on.server.at('2026-03-10T13:00:00Z');
    expect((await on.open()).doses).toHaveLength(2);
    on.server.clock.set('2026-03-10T13:05:00Z');
    expectStatus(await logDose(on.home, on.medication, DUE), 201);
    expect(await on.openOf()).toHaveLength(1);
    expectStatus(await logDose(on.home, other, DUE), 201);
    expect(await on.openOf()).toEqual([]);
  });

  it.each([
    ['stopped', (id: string) => ['PATCH', `/api/medications/${id}`, { isActive: false }]],
    ['deleted', (id: string) => ['DELETE', `/api/medications/${id}`]],
  ] as const)('an alert ends when its medication is %s', async (_, callOf) => {
    await on.server.at('2026-03-10T13:00:00Z');
    expect(await on.openOf()).toHaveLength(1);
    const [method, path, body] = callOf(on.medication) as [string, string, object?];
    const answer = await on.home.as('admin')(method, path, body);
    expect(answer.status).toBeLessThan(300);
    await on.server.at('2026-03-10T13:00:20Z');
    expect(await on.openOf()).toEqual([]);
  });

  it('a dose that the server marks missed does not end the alert', async () => {
    const twice = await addMedication(on.home, { name: 'Twice', times: ['08:00', '09:00'] });
    expect(twice).not.toBe('');
    await on.choose();
    await on.server.at('2026-03-10T13:00:00Z');
    // The pending dose is answered, so that the alert contains only the dose that the server marked
    // missed.
    expectStatus(await logDose(on.home, on.medication, DUE), 201);
    await on.server.at('2026-03-10T13:15:00Z');
    expect(on.mailed('super_admin')).toEqual([ALERT]);
    const [letter] = on.server.mailsTo(on.home, 'super_admin');
    expect(letter?.text, 'what was answered is told to nobody any more').toMatch(/^Twice/m);
    expect(letter?.text).not.toContain('Lisinopril');
  });
});

it('closed alerts are deleted after a month', async () => {
  await on.server.at('2026-03-10T13:00:00Z');
  await on.server.at('2026-03-11T13:00:00Z');
  await on.server.at('2026-04-15T13:00:00Z');
  await on.server.jobs('old letters');
  const rows = await on.server.database.asSystem((db) =>
    db.select().from(alerts).where(eq(alerts.accountId, on.home.accountId)),
  );
  expect(rows.filter(({ createdAt }) => createdAt < new Date('2026-03-11'))).toEqual([]);
});
