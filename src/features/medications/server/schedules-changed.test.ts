import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
import { HOURS, PREDNISONE, step, taper, WEEKDAYS } from './schedules.testing.ts';

describe('a pattern change during the day', () => {
  let server: CareServer;
  let home: TestHousehold;
  beforeEach(async () => {
    server = await careServer();
    server.clock.set('2026-03-10T11:00:00Z');
    home = await server.household();
  });
  afterEach(() => server.close());

  it('doses that both patterns have stay pending', async () => {
    const id = await addMedication(home, {
      ...{ frequency: 'every_n_hours', pattern: { ...HOURS, every: 6 } },
    });
    server.clock.set('2026-03-10T12:30:00Z');
    await changeMedication(home, id, { pattern: HOURS });
    expect(await upcomingOf(home)).toEqual([
      '2026-03-10T12:00 pending',
      '2026-03-10T16:00 pending',
      '2026-03-10T20:00 pending',
      '2026-03-11T00:00 pending',
    ]);
    await server.at('2026-03-10T13:00:00Z');
    expect(server.mailsTo(home)).toHaveLength(1);
  });

  it('a pattern without today ends the pending dose, and changing it back restores the dose', async () => {
    const id = await addMedication(home, { times: ['08:00'] });
    server.clock.set('2026-03-10T12:30:00Z');
    await changeMedication(home, id, { frequency: 'chosen_weekdays', pattern: WEEKDAYS });
    expect(await upcomingOf(home)).toEqual([]);
    server.clock.set('2026-03-10T12:40:00Z');
    await changeMedication(home, id, { pattern: { ...WEEKDAYS, weekdays: [2] } });
    expect(await upcomingOf(home)).toEqual(['2026-03-10T12:00 pending']);
  });

  it('the doses of the day before follow the former pattern', async () => {
    const id = await addMedication(home, {
      ...{ frequency: 'chosen_weekdays', times: ['08:00'] },
      pattern: { ...WEEKDAYS, weekdays: [3] },
    });
    await server.at('2026-03-11T15:00:00Z');
    server.clock.set('2026-03-12T03:00:00Z');
    await changeMedication(home, id, { pattern: { ...WEEKDAYS, weekdays: [4] } });
    await server.at('2026-03-12T05:30:00Z');
    await server.at('2026-03-12T12:00:00Z');
    expect(await logsOf(home)).toEqual([]);
    expect(await upcomingOf(home)).toEqual(['2026-03-12T12:00 pending']);
    await changeMedication(home, id, { pattern: { ...WEEKDAYS, weekdays: [5] } });
    await server.at('2026-03-13T15:00:00Z');
    expect(await upcomingOf(home)).toEqual(['2026-03-13T12:00 pending']);
  });

  it('a changed start date shifts "every N days" and cycles', async () => {
    const id = await addMedication(home, {
      ...{ frequency: 'every_n_days', times: ['08:00'], startDate: '2026-03-09' },
      pattern: { kind: 'every_n_days', every: 3 },
    });
    expect(await upcomingOf(home)).toEqual([]);
    await changeMedication(home, id, { startDate: '2026-03-07' });
    expect(await upcomingOf(home)).toEqual(['2026-03-10T12:00 pending']);
    await changeMedication(home, id, {
      frequency: 'cycle',
      pattern: { kind: 'cycle', on: 3, off: 1 },
    });
    expect(await upcomingOf(home)).toEqual([]);
  });

  it('a taken dose of a taper that is moved is not asked for again today', async () => {
    const id = await addMedication(home, PREDNISONE);
    server.clock.set('2026-03-10T12:05:00Z');
    await logDose(home, id, '2026-03-10T12:00:00Z');
    const { pattern } = taper(step('2026-03-10', 2, ['10:00']), step('2026-03-11', 1));
    await changeMedication(home, id, { pattern });
    expect(await upcomingOf(home)).toEqual(['2026-03-10T12:00 taken']);
  });

  it('a pending dose remains after a move to the east', async () => {
    await addMedication(home, PREDNISONE);
    server.clock.set('2026-03-10T12:30:00Z');
    const timezone = 'Europe/London';
    expectStatus(await home.as('admin')('PATCH', '/api/settings', { timezone }), 200);
    expect(await upcomingOf(home)).toEqual(['2026-03-10T12:00 pending']);
    server.clock.set('2026-03-11T08:00:00Z');
    expect(await upcomingOf(home)).toContain('2026-03-11T08:00 pending');
  });

  it('a press from the outbox is logged by the pattern at the time of the press', async () => {
    const id = await addMedication(home, {
      ...{
        frequency: 'chosen_weekdays',
        times: ['08:00'],
        pattern: { ...WEEKDAYS, weekdays: [2] },
      },
    });
    server.clock.set('2026-03-12T15:00:00Z');
    await changeMedication(home, id, { pattern: WEEKDAYS });
    const press = {
      medicationId: id,
      scheduledTime: '2026-03-10T12:00:00.000Z',
      doseId: `${id}_2026-03-10_0800`,
      status: 'taken',
      pressedAt: '2026-03-10T12:02:00Z',
    };
    expectStatus(await home.as('user')('POST', '/api/medication-logs', press), 200);
    expect(await logsOf(home)).toEqual(['2026-03-10T12:00 taken']);
    const { pressedAt: _, ...now } = press;
    const never = {
      ...now,
      doseId: `${id}_2026-03-12_0800`,
      scheduledTime: '2026-03-12T12:00:00.000Z',
    };
    expectStatus(await home.as('user')('POST', '/api/medication-logs', never), 404);
  });
});
