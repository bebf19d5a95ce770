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

describe('answers of the elder other than taken', () => {
  it.each([
    ['missed', 'A dose was marked as missed'],
    ['skipped', 'A dose was skipped'],
  ])('%s is reported once after a minute, by email only', async (status, subject) => {
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
    'an answer is not reported when it is %s within that minute',
    async (then) => {
      server.clock.set('2026-03-10T12:03:00Z');
      await say('skipped');
      server.clock.set('2026-03-10T12:03:30Z');
      await say(then);
      await server.at('2026-03-10T12:05:00Z');
      expect(subjects()).toEqual([]);
    },
  );

  it('the answer after a correction within that minute is reported, and later ones are not', async () => {
    server.clock.set('2026-03-10T12:03:00Z');
    await say('skipped');
    await say('missed');
    await server.at('2026-03-10T12:04:00Z');
    await say('pending');
    await say('skipped');
    await server.at('2026-03-10T12:06:00Z');
    expect(subjects()).toEqual(['A dose was marked as missed']);
  });

  it('a repeated answer is reported once, a minute after the first', async () => {
    server.clock.set('2026-03-10T12:03:00Z');
    await say('skipped');
    server.clock.set('2026-03-10T12:03:30Z');
    await say('skipped');
    await server.at('2026-03-10T12:04:00Z');
    expect(subjects()).toEqual(['A dose was skipped']);
    await server.at('2026-03-10T12:06:00Z');
    expect(subjects()).toEqual(['A dose was skipped']);
  });

  it('an answer that an administrator gave before is not reported', async () => {
    server.clock.set('2026-03-10T12:03:00Z');
    await say('skipped', 'admin');
    await say('skipped');
    await server.at('2026-03-10T12:06:00Z');
    expect(subjects()).toEqual([]);
  });

  it('an answer of an administrator is not reported to the others', async () => {
    server.clock.set('2026-03-10T12:03:00Z');
    await say('skipped', 'admin');
    await server.at('2026-03-10T12:06:00Z');
    expect(subjects('super_admin')).toEqual([]);
  });
});

describe('a taken answer after the alert', () => {
  const ALERT = 'A dose has not been confirmed';
  const CLEAR = 'A dose was taken after all';

  it('taken after the alert sends one all-clear to the alerted people', async () => {
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

  it('taken by an administrator sends the all-clear only to the others', async () => {
    await server.at('2026-03-10T13:00:00Z');
    await say('taken', 'admin');
    await server.at('2026-03-10T13:20:05Z');
    expect(subjects()).toEqual([ALERT]);
    expect(subjects('super_admin')).toEqual([ALERT, CLEAR]);
  });

  it('taken on time sends no all-clear', async () => {
    server.clock.set('2026-03-10T12:03:00Z');
    await say('taken');
    await server.at('2026-03-10T13:00:00Z');
    expect(subjects()).toEqual([]);
  });
});
