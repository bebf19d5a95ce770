import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMedication, type CareServer, careServer } from '#testing/care.ts';
import type { TestHousehold } from '#testing/test-server.ts';

let server: CareServer;
let home: TestHousehold;
let id: string;
beforeAll(async () => {
  server = await careServer();
});
beforeEach(async () => {
  server.clock.set('2026-03-10T11:00:00Z');
  home = await server.household();
  id = await addMedication(home, { times: ['08:00'], dosage: '10 mg' });
});
afterAll(() => server.close());

async function say(status: string, role: 'user' | 'admin' = 'user', pressedAt?: string) {
  const press = { medicationId: id, scheduledTime: '2026-03-10T12:00:00Z', status, pressedAt };
  const answer = await home.as(role)('POST', '/api/medication-logs', press);
  expect([200, 201]).toContain(answer.status);
}

const subjects = (role: 'admin' | 'super_admin' = 'admin') =>
  server.mailsTo(home, role).map(({ subject }) => subject);

describe('what the elder says instead of Taken', () => {
  it.each([
    ['missed', 'A dose was marked as missed'],
    ['skipped', 'A dose was skipped'],
  ])('%s is told after a minute, once and quietly', async (status, subject) => {
    server.clock.set('2026-03-10T12:03:00Z');
    await say(status);
    await server.at('2026-03-10T12:03:59Z');
    expect(subjects()).toEqual([]);
    await server.at('2026-03-10T12:04:00Z');
    await server.at('2026-03-10T13:10:00Z');
    expect(subjects()).toEqual([subject]);
    expect(subjects('super_admin')).toEqual([subject]);
    expect(server.mailsTo(home)[0]?.text).toContain(
      `Lisinopril, 10 mg for Ada, due at 8:00 AM: Ada user said “${status}” at 8:03 AM.`,
    );
  });

  it.each([['pending'], ['taken']])(
    'is not told when it is %s within that minute',
    async (then) => {
      server.clock.set('2026-03-10T12:03:00Z');
      await say('skipped');
      server.clock.set('2026-03-10T12:03:30Z');
      await say(then);
      await server.at('2026-03-10T12:05:00Z');
      expect(subjects()).toEqual([]);
    },
  );

  it('is told as it was put right within that minute, and not again after it', async () => {
    server.clock.set('2026-03-10T12:03:00Z');
    await say('skipped');
    await say('missed');
    await server.at('2026-03-10T12:04:00Z');
    await say('pending');
    await say('skipped');
    await server.at('2026-03-10T12:06:00Z');
    expect(subjects()).toEqual(['A dose was marked as missed']);
  });

  it('is told a minute after the first time, however often it is said', async () => {
    server.clock.set('2026-03-10T12:03:00Z');
    await say('skipped');
    server.clock.set('2026-03-10T12:03:30Z');
    await say('skipped');
    await server.at('2026-03-10T12:04:00Z');
    expect(subjects()).toEqual(['A dose was skipped']);
    await server.at('2026-03-10T12:06:00Z');
    expect(subjects()).toEqual(['A dose was skipped']);
  });

  it('is no news where an administrator has said so before', async () => {
    server.clock.set('2026-03-10T12:03:00Z');
    await say('skipped', 'admin');
    await say('skipped');
    await server.at('2026-03-10T12:06:00Z');
    expect(subjects()).toEqual([]);
  });

  it('by an administrator is no news to the others', async () => {
    server.clock.set('2026-03-10T12:03:00Z');
    await say('skipped', 'admin');
    await server.at('2026-03-10T12:06:00Z');
    expect(subjects('super_admin')).toEqual([]);
  });
});

describe('a Taken after the alert', () => {
  const ALERT = 'A dose has not been confirmed';
  const CLEAR = 'A dose was taken after all';

  it('sends the all-clear to whoever was alerted, once', async () => {
    await server.at('2026-03-10T13:00:00Z');
    server.clock.set('2026-03-10T13:20:00Z');
    await say('taken', 'user', '2026-03-10T12:03:00.000Z');
    await say('pending');
    await say('taken');
    await server.at('2026-03-10T13:20:05Z');
    await server.at('2026-03-10T13:22:00Z');
    expect(subjects()).toEqual([ALERT, CLEAR]);
    expect(subjects('super_admin')).toEqual([ALERT, CLEAR]);
    expect(server.mailsTo(home)[1]?.text).toContain('Ada user said “taken” at 8:03 AM.');
  });

  it('of an administrator is told to the others alone', async () => {
    await server.at('2026-03-10T13:00:00Z');
    await say('taken', 'admin');
    await server.at('2026-03-10T13:20:05Z');
    expect(subjects()).toEqual([ALERT]);
    expect(subjects('super_admin')).toEqual([ALERT, CLEAR]);
  });

  it('on time sends none', async () => {
    server.clock.set('2026-03-10T12:03:00Z');
    await say('taken');
    await server.at('2026-03-10T13:00:00Z');
    expect(subjects()).toEqual([]);
  });
});
