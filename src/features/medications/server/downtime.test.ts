import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { medicationLogs, medications } from '#database/schema/medications.ts';
import { addMedication, type CareServer, careServer, logsOf } from '#testing/care.ts';
import type { TestHousehold } from '#testing/test-server.ts';
import { scheduleCheck } from './settle-overdue.ts';

let server: CareServer;
let home: TestHousehold;
beforeEach(async () => {
  server = await careServer();
  server.clock.set('2026-03-10T11:00:00Z');
  home = await server.household();
});
afterEach(() => server.close());

async function countLogs(status: string): Promise<number> {
  const rows = await server.database.asSystem((db) => db.select().from(medicationLogs));
  return rows.filter((row) => row.status === status).length;
}

describe('a server that was down', () => {
  it('after three days down, doses are marked missed and each administrator gets one email', async () => {
    await addMedication(home, { times: ['08:00', '20:00'] });
    // Friday, 9:30 PM: the 20:00 dose is overdue, and so are the two earlier doses of the last 24
    // hours (Thursday 20:00 and Friday 08:00).
    await server.at('2026-03-14T01:30:00Z');
    await server.at('2026-03-14T01:30:20Z');
    expect(await logsOf(home)).toEqual([
      '2026-03-10T12:00 missed by itself',
      '2026-03-11T00:00 missed by itself',
      '2026-03-11T12:00 missed by itself',
      '2026-03-12T00:00 missed by itself',
      '2026-03-12T12:00 missed by itself',
      '2026-03-13T00:00 missed by itself',
      '2026-03-13T12:00 missed by itself',
    ]);
    expect(server.mailbox.mails).toHaveLength(2);
    const text = server.mailsTo(home)[0]?.text ?? '';
    expect(text).toContain('8 doses have not been confirmed');
    expect(text.match(/due at/g)).toHaveLength(2);
    expect(text).toContain('How the tablet was at that time is not known.');
    expect(text).toContain(
      '6 doses of the time before, when you could not be told, were marked as missed.',
    );
  });

  it('after a quarter of an hour down, one late alert names all doses', async () => {
    await addMedication(home, { times: ['08:00'] });
    await addMedication(home, { times: ['08:05'], name: 'Metformin' });
    await server.at('2026-03-10T13:20:00Z');
    await server.at('2026-03-10T13:20:20Z');
    expect(server.mailsTo(home)).toHaveLength(1);
    expect(server.mailsTo(home)[0]?.subject).toBe('2 doses have not been confirmed');
  });

  it.each([
    ['6 days', '2026-03-16T11:00:00Z', 20],
    ['7 days', '2026-03-17T11:00:00Z', 24],
    ['7 days and an hour', '2026-03-17T12:00:00Z', 24],
    ['7 days and 12 hours', '2026-03-17T23:00:00Z', 27],
    ['14 days and 12 hours', '2026-03-24T23:00:00Z', 55],
  ])(
    'after %s down, the email names all doses that became overdue in the last 24 hours',
    async (_, up, older) => {
      await addMedication(home, { times: ['08:00', '12:00', '16:00', '20:00'] });
      await server.at(up);
      const text = server.mailsTo(home)[0]?.text ?? '';
      expect(server.mailsTo(home)).toHaveLength(1);
      expect(text.match(/due at/g)).toHaveLength(4);
      expect(text).toContain(`${older} doses of the time before`);
    },
  );

  it('after three months down, doses are settled week by week with one email', async () => {
    await addMedication(home, { times: ['08:00'] });
    await server.at('2026-06-10T13:30:00Z');
    await server.at('2026-06-10T13:30:20Z');
    expect(await countLogs('missed')).toBe(92);
    expect(server.mailsTo(home)).toHaveLength(1);
    expect(server.mailsTo(home)[0]?.subject).toBe('93 doses have not been confirmed');
  });
});

describe('60 medications, 8 times a day', () => {
  const TIMES = ['07', '09', '11', '13', '15', '17', '19', '21'].map((hour) => `${hour}:00`);

  async function addSixty() {
    const now = server.clock.now();
    const rows = Array.from({ length: 60 }, (_, index) => ({
      id: randomUUID(),
      accountId: home.accountId,
      name: `Medication ${index + 1}`,
      dosage: '',
      frequency: 'daily',
      times: TIMES,
      startDate: '2026-01-01',
      endDate: null,
      instructions: '',
      isActive: true,
      reminderEnabled: true,
      soundEnabled: true,
      createdAt: now,
      scheduledSince: now,
    }));
    await server.database.asSystem(async (db) => {
      await db.insert(medications).values(rows);
      await scheduleCheck(db, home.accountId, now);
    });
  }

  it('a sweep costs a bounded number of statements, for any number of doses', async () => {
    await addSixty();
    const statements: number[] = [];
    for (const instant of ['10T14:00:00', '10T15:00:00', '11T12:00:00', '14T12:00:00']) {
      server.clock.set(`2026-03-${instant}Z`);
      const before = server.database.statements();
      await server.jobs('care');
      statements.push(server.database.statements() - before);
      await server.jobs('outbox');
    }
    expect(Math.max(...statements)).toBeLessThanOrEqual(
      server.database.kind === 'postgres' ? 44 : 48,
    );
    expect(await countLogs('missed')).toBe(60 * (8 * 4 - 2) + 60 * 2);
    expect(server.mailsTo(home)).toHaveLength(3);
    expect(server.mailsTo(home)[0]?.text).toContain('and 110 more.');
  });
});
