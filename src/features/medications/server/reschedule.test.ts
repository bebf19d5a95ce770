import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addMedication,
  type CareServer,
  careServer,
  changeMedication,
  listed,
  logDose,
  logsOf,
  upcomingOf,
} from '#testing/care.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';

let server: CareServer;
let home: TestHousehold;
beforeEach(async () => {
  server = await careServer();
  server.clock.set('2026-03-10T11:00:00Z');
  home = await server.household();
});
afterEach(() => server.close());

async function moveTo(timezone: string) {
  expectStatus(await home.as('admin')('PATCH', '/api/settings', { timezone }), 200);
}

describe('an edit while a dose is pending', () => {
  it.each([
    ['a time is added', { times: ['08:00', '15:00'] }],
    ['an end date is set', { endDate: '2026-12-31' }],
    ['it becomes twice daily', { frequency: 'twice_daily' }],
    ['it is renamed', { name: 'Losartan' }],
  ])('the dose stays pending when %s', async (_, changed) => {
    const id = await addMedication(home, { times: ['08:00'] });
    server.clock.set('2026-03-10T12:30:00Z');
    await changeMedication(home, id, changed);
    expect(await listed(home)).toEqual([]);
    await server.at('2026-03-10T12:59:59Z');
    expect(server.mailsTo(home)).toHaveLength(0);
    await server.at('2026-03-10T13:00:00Z');
    expect(server.mailsTo(home)).toHaveLength(1);
    await server.at('2026-03-11T04:00:00Z');
    expect(await logsOf(home)).toContain('2026-03-10T12:00 missed by itself');
  });

  it('the dose stays pending after two edits and can be taken', async () => {
    const id = await addMedication(home, { times: ['08:00'] });
    server.clock.set('2026-03-10T12:30:00Z');
    await changeMedication(home, id, { times: ['08:00', '15:00'] });
    server.clock.set('2026-03-10T12:40:00Z');
    await changeMedication(home, id, { times: ['08:00', '16:00'] });
    expectStatus(await logDose(home, id, '2026-03-10T12:00:00Z'), 201);
    await server.at('2026-03-10T13:00:00Z');
    expect(server.mailbox.mails).toEqual([]);
    expect(await logsOf(home)).toEqual(['2026-03-10T12:00 taken']);
  });

  it('moving the time ends the pending dose, and the new time is due if it is still ahead', async () => {
    const id = await addMedication(home, { times: ['08:00'] });
    server.clock.set('2026-03-10T12:30:00Z');
    await changeMedication(home, id, { times: ['09:00'] });
    await server.at('2026-03-10T13:30:00Z');
    expect(server.mailsTo(home)).toHaveLength(0);
    await server.at('2026-03-10T14:00:00Z');
    expect(server.mailsTo(home)).toHaveLength(1);
    await server.at('2026-03-11T04:00:00Z');
    expect(await logsOf(home)).toEqual(['2026-03-10T13:00 missed by itself']);
  });

  it('an edit does not make a time due that was past when it was set', async () => {
    const id = await addMedication(home, { times: ['20:00'] });
    server.clock.set('2026-03-10T13:30:00Z');
    await changeMedication(home, id, { times: ['08:00', '20:00'] });
    await server.at('2026-03-10T15:00:00Z');
    await server.at('2026-03-11T00:00:00Z');
    expect(await logsOf(home)).toEqual([]);
    expect(server.mailsTo(home)).toHaveLength(0);
  });

  it('a pending dose ends when its medication is stopped, ended or deleted', async () => {
    const path = '/api/medications/';
    const stopped = await addMedication(home, { times: ['08:00'] });
    const ended = await addMedication(home, { times: ['08:00'] });
    const deleted = await addMedication(home, { times: ['08:00'] });
    server.clock.set('2026-03-10T12:30:00Z');
    await changeMedication(home, stopped, { isActive: false });
    await changeMedication(home, ended, { endDate: '2026-03-09' });
    expectStatus(await home.as('admin')('DELETE', path + deleted), 204);
    await server.at('2026-03-10T13:00:00Z');
    await server.at('2026-03-11T04:00:00Z');
    expect(server.mailbox.mails).toEqual([]);
    expect(await logsOf(home)).toEqual([]);
  });

  it('editing an overdue dose causes no second alert', async () => {
    const id = await addMedication(home, { times: ['08:00'] });
    await server.at('2026-03-10T13:00:00Z');
    await changeMedication(home, id, { times: ['08:00', '18:00'] });
    await server.at('2026-03-10T13:00:20Z');
    await changeMedication(home, id, { times: ['08:00'] });
    await server.at('2026-03-10T14:00:00Z');
    expect(server.mailsTo(home)).toHaveLength(1);
    await server.at('2026-03-11T04:00:00Z');
    expect(await logsOf(home)).toEqual(['2026-03-10T12:00 missed by itself']);
  });

  it('a dose overdue before reminders were switched off alerts, even after a downtime', async () => {
    const id = await addMedication(home, { times: ['08:00'] });
    server.clock.set('2026-03-10T13:05:00Z');
    await changeMedication(home, id, { reminderEnabled: false });
    await server.at('2026-03-10T13:05:20Z');
    expect(server.mailsTo(home)).toHaveLength(1);
  });

  it('a dose overdue before reminders were switched on does not alert', async () => {
    const id = await addMedication(home, { times: ['08:00'], reminderEnabled: false });
    server.clock.set('2026-03-10T13:05:00Z');
    await changeMedication(home, id, { reminderEnabled: true });
    await server.at('2026-03-10T13:05:20Z');
    expect(server.mailsTo(home)).toEqual([]);
  });

  it('past doses are settled by the old times before an edit, even after a downtime', async () => {
    const id = await addMedication(home, { times: ['08:00'] });
    server.clock.set('2026-03-12T11:00:00Z');
    await changeMedication(home, id, { times: ['21:00'] });
    expect(await logsOf(home)).toEqual([
      '2026-03-10T12:00 missed by itself',
      '2026-03-11T12:00 missed by itself',
    ]);
    await server.at('2026-03-12T11:00:20Z');
    expect(server.mailsTo(home)).toHaveLength(1);
    expect(server.mailsTo(home)[0]?.subject).toBe('2 doses have not been confirmed');
  });
});

describe('a time zone change during the day', () => {
  it('eastward: a dose that was due stays due, and other past times are not overdue', async () => {
    await addMedication(home, { times: ['08:00', '12:00'] });
    await server.at('2026-03-10T12:30:00Z');
    // 12:30 in London: 08:00 and 12:00 are past there.
    await moveTo('Europe/London');
    await server.at('2026-03-10T13:00:00Z');
    expect(server.mailsTo(home)).toHaveLength(1);
    expect(server.mailsTo(home)[0]?.text.match(/Lisinopril/g)).toHaveLength(1);
    await server.at('2026-03-10T14:00:00Z');
    expect(server.mailsTo(home)).toHaveLength(1);
    await server.at('2026-03-11T00:00:00Z');
    expect(await logsOf(home)).toEqual(['2026-03-10T12:00 missed by itself']);
  });

  it('eastward: a pending dose can be answered by its scheduled time alone', async () => {
    const id = await addMedication(home, { times: ['08:00'] });
    server.clock.set('2026-03-10T12:10:00Z');
    await moveTo('Europe/London');
    server.clock.set('2026-03-10T12:20:00Z');
    expectStatus(await logDose(home, id, '2026-03-10T12:00:00Z'), 201);
    expect(await logsOf(home)).toEqual(['2026-03-10T12:00 taken']);
    // Under the former schedule, no dose had come due at that time.
    expectStatus(await logDose(home, id, '2026-03-09T12:00:00Z'), 404);
  });

  it('eastward: a jumped dose is overdue and alerted at once, and stays pending', async () => {
    const id = await addMedication(home, { times: ['12:00'] });
    await moveTo('America/Los_Angeles');
    await server.at('2026-03-11T07:00:00Z');
    const before = server.mailsTo(home).length;
    // 10:00 in Los Angeles is 13:00 in New York.
    server.clock.set('2026-03-11T17:00:00Z');
    await moveTo('America/New_York');
    await server.at('2026-03-11T17:00:20Z');
    expect(server.mailsTo(home)).toHaveLength(before + 1);
    expect(server.mailsTo(home).at(-1)?.text).toContain('Lisinopril');
    expect(await upcomingOf(home)).toEqual(['2026-03-11T16:00 pending']);
    expectStatus(await logDose(home, id, '2026-03-11T16:00:00Z'), 201);
    await server.at('2026-03-12T04:00:00Z');
    expect(await logsOf(home)).toContain('2026-03-11T16:00 taken late');
  });

  it('eastward: a jumped dose waits until the next dose, although its date has ended', async () => {
    await moveTo('America/Los_Angeles');
    await addMedication(home, { times: ['20:00'], startDate: '2026-03-10' });
    server.clock.set('2026-03-10T17:00:00Z');
    // 02:00 on March 11 in Tokyo.
    await moveTo('Asia/Tokyo');
    await server.at('2026-03-10T17:00:20Z');
    expect(server.mailsTo(home)).toHaveLength(1);
    expect(await upcomingOf(home)).toEqual([
      '2026-03-10T11:00 pending',
      '2026-03-11T11:00 pending',
    ]);
    await server.at('2026-03-11T10:59:59Z');
    expect(await logsOf(home)).toEqual([]);
    await server.at('2026-03-11T11:00:00Z');
    expect(await logsOf(home)).toEqual(['2026-03-10T11:00 missed by itself']);
    expect(server.mailsTo(home)).toHaveLength(1);
  });

  it('eastward: a jumped dose without reminders is missed without an alert', async () => {
    await moveTo('America/Los_Angeles');
    await addMedication(home, { times: ['12:00'], reminderEnabled: false });
    server.clock.set('2026-03-10T17:00:00Z');
    await moveTo('America/New_York');
    await server.at('2026-03-11T04:00:00Z');
    expect(await logsOf(home)).toEqual(['2026-03-10T16:00 missed by itself']);
    expect(server.mailbox.mails).toEqual([]);
  });

  it('eastward: a press on a tablet that still lists the old time answers the jumped dose', async () => {
    await moveTo('America/Los_Angeles');
    const id = await addMedication(home, { times: ['12:00'] });
    server.clock.set('2026-03-10T17:00:00Z');
    await moveTo('America/New_York');
    server.clock.set('2026-03-10T19:05:00Z');
    const body = { medicationId: id, scheduledTime: '2026-03-10T19:00:00.000Z', status: 'taken' };
    const pressed = { ...body, doseId: `${id}_2026-03-10_1200`, pressedAt: '2026-03-10T19:01:00Z' };
    expectStatus(await home.as('user')('POST', '/api/medication-logs', pressed), 201);
    const answer = await home.as('user')('GET', '/api/upcoming-medications');
    expect(answer.body).toHaveLength(1);
    expect(answer.body[0]).toMatchObject({ id: pressed.doseId, status: 'taken' });
  });

  it('westward: the dose is due again at its new time, with one alert in total', async () => {
    const id = await addMedication(home, { times: ['08:00'] });
    await server.at('2026-03-10T13:00:00Z');
    expect(server.mailsTo(home)).toHaveLength(1);
    await moveTo('America/Los_Angeles');
    await server.at('2026-03-10T16:00:00Z');
    expect(server.mailsTo(home)).toHaveLength(1);
    await server.at('2026-03-11T06:59:59Z');
    expect(await logsOf(home)).toEqual([]);
    await server.at('2026-03-11T07:00:00Z');
    expect(await logsOf(home)).toEqual(['2026-03-10T15:00 missed by itself']);
    expectStatus(await logDose(home, id, '2026-03-10T15:00:00Z'), 200);
  });

  it('westward to another date: an undone dose is listed until it is answered', async () => {
    const id = await addMedication(home, { times: ['08:00'], startDate: '2026-03-11' });
    await moveTo('Asia/Tokyo');
    server.clock.set('2026-03-10T16:00:00Z');
    const eight = '2026-03-10T23:00:00Z';
    expectStatus(await logDose(home, id, eight), 201);
    expectStatus(await logDose(home, id, eight, 'pending'), 200);
    await moveTo('America/Chicago');
    await changeMedication(home, id, { times: ['08:30'] });
    expect(await upcomingOf(home)).toEqual(['2026-03-10T23:00 pending']);
    await server.at('2026-03-11T00:00:00Z');
    expect(server.mailsTo(home)).toHaveLength(1);
    expect(await upcomingOf(home)).toEqual(['2026-03-10T23:00 pending']);
    await server.at('2026-03-12T05:00:00Z');
    expect(await logsOf(home)).toContain('2026-03-10T23:00 missed by itself');
    expect(await upcomingOf(home)).not.toContain('2026-03-10T23:00 pending');
  });

  it('a time zone change does not affect existing logs', async () => {
    const id = await addMedication(home, { times: ['08:00'] });
    server.clock.set('2026-03-10T12:10:00Z');
    await logDose(home, id, '2026-03-10T12:00:00Z');
    await moveTo('America/Los_Angeles');
    await server.at('2026-03-10T16:00:00Z');
    await server.at('2026-03-11T07:00:00Z');
    expect(await logsOf(home)).toEqual(['2026-03-10T12:00 taken']);
    expect(server.mailbox.mails).toEqual([]);
  });
});
