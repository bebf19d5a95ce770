import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addMedication,
  type CareServer,
  careServer,
  changeMedication,
  logDose,
  logsOf,
  upcomingOf,
} from '#testing/care.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';

let server: CareServer;
let home: TestHousehold;
beforeAll(async () => {
  server = await careServer();
});
beforeEach(async () => {
  server.clock.set('2026-03-10T11:00:00Z');
  home = await server.household();
});
afterAll(() => server.close());

async function dueToday(): Promise<number> {
  const answer = await home.as('admin')('GET', '/api/adherence?from=2026-03-10&to=2026-03-10');
  return expectStatus(answer, 200).body.reduce(
    (sum: number, { due }: { due: number }) => sum + due,
    0,
  );
}

const SLIPS: [string, object, object][] = [
  ['turned off and on', { isActive: false }, { isActive: true }],
  ['moved and moved back', { times: ['09:30'] }, { times: ['08:00'] }],
  ['given an end date and none', { endDate: '2026-03-09' }, { endDate: null }],
  ['made weekly and daily again', { frequency: 'weekly' }, { frequency: 'daily' }],
];

describe('a mistaken change that is corrected', () => {
  it.each(SLIPS)(
    'a mistaken change and its correction (%s) leave the dose unchanged',
    async (_, slip, correction) => {
      const id = await addMedication(home, { times: ['08:00'] });
      server.clock.set('2026-03-10T12:10:00Z');
      await changeMedication(home, id, slip);
      expect(await upcomingOf(home)).not.toContain('2026-03-10T12:00 pending');
      await server.at('2026-03-10T12:10:30Z');
      server.clock.set('2026-03-10T12:11:00Z');
      await changeMedication(home, id, correction);
      expect(await upcomingOf(home)).toEqual(['2026-03-10T12:00 pending']);
      expect(await dueToday()).toBe(1);
      await server.at('2026-03-10T13:00:00Z');
      await server.at('2026-03-10T13:00:20Z');
      expect(server.mailsTo(home)).toHaveLength(1);
      await server.at('2026-03-11T04:00:00Z');
      expect(await logsOf(home)).toEqual(['2026-03-10T12:00 missed by itself']);
      expect(await dueToday()).toBe(1);
    },
  );

  it('a correction made after the dose became overdue causes one alert', async () => {
    const id = await addMedication(home, { times: ['08:00'] });
    server.clock.set('2026-03-10T12:10:00Z');
    await changeMedication(home, id, { isActive: false });
    await server.at('2026-03-10T13:30:00Z');
    expect(server.mailsTo(home)).toEqual([]);
    await changeMedication(home, id, { isActive: true });
    await server.at('2026-03-10T13:30:20Z');
    await server.at('2026-03-10T13:30:40Z');
    expect(server.mailsTo(home)).toHaveLength(1);
  });

  it('an answer remains through a mistaken change and its correction', async () => {
    const id = await addMedication(home, { times: ['08:00'] });
    server.clock.set('2026-03-10T12:05:00Z');
    expectStatus(await logDose(home, id, '2026-03-10T12:00:00Z'), 201);
    await changeMedication(home, id, { times: ['09:30'] });
    server.clock.set('2026-03-10T12:11:00Z');
    await changeMedication(home, id, { times: ['08:00'] });
    expect(await upcomingOf(home)).toEqual(['2026-03-10T12:00 taken']);
    await server.at('2026-03-11T04:00:00Z');
    expect(await logsOf(home)).toEqual(['2026-03-10T12:00 taken']);
    expect(server.mailsTo(home)).toEqual([]);
  });
});

describe('times of today after a change', () => {
  it('a time that was past when the medication was added is neither listed nor settled', async () => {
    server.clock.set('2026-03-10T18:30:00Z');
    await addMedication(home, { times: ['08:00', '14:00', '20:00'] });
    expect(await upcomingOf(home)).toEqual(['2026-03-11T00:00 pending']);
    expect(await dueToday()).toBe(1);
    await server.at('2026-03-10T23:00:00Z');
    expect(server.mailsTo(home)).toEqual([]);
    expect(await logsOf(home)).toEqual([]);
  });

  it('a taken dose that is moved to a new time is not asked for until tomorrow', async () => {
    const id = await addMedication(home, { times: ['08:00'] });
    server.clock.set('2026-03-10T12:01:00Z');
    expectStatus(await logDose(home, id, '2026-03-10T12:00:00Z'), 201);
    server.clock.set('2026-03-10T12:02:00Z');
    await changeMedication(home, id, { times: ['08:30'] });
    expect(await upcomingOf(home)).toEqual(['2026-03-10T12:00 taken']);
    await server.at('2026-03-10T14:00:00Z');
    expect(server.mailsTo(home)).toEqual([]);
    server.clock.set('2026-03-11T12:00:00Z');
    expect(await upcomingOf(home)).toEqual(['2026-03-11T12:30 pending']);
  });

  it('an undone dose stays pending and listed, and alerts, although its time was moved', async () => {
    const id = await addMedication(home, { times: ['08:00'] });
    server.clock.set('2026-03-10T12:01:00Z');
    await logDose(home, id, '2026-03-10T12:00:00Z');
    await logDose(home, id, '2026-03-10T12:00:00Z', 'pending');
    await changeMedication(home, id, { times: ['20:00'] });
    expect(await upcomingOf(home)).toEqual([
      '2026-03-10T12:00 pending',
      '2026-03-11T00:00 pending',
    ]);
    await server.at('2026-03-10T13:00:00Z');
    expect(server.mailsTo(home)).toHaveLength(1);
  });
});
