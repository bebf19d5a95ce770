import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMedication, type CareServer, careServer } from '#testing/care.ts';
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

const SUBJECT = 'One dose too many was taken';

interface Press {
  readonly medicationId: string;
  readonly scheduledTime: string;
  readonly status?: string;
  readonly isOneMore?: boolean;
}

async function say(press: Press, role: 'user' | 'admin' = 'user') {
  const answer = await home.as(role)('POST', '/api/medication-logs', { status: 'taken', ...press });
  expectStatus(answer, answer.status === 200 ? 200 : 201);
}

const letters = () => server.mailsTo(home).map(({ subject }) => subject);

describe('one dose taken twice', () => {
  let twice: Press;
  beforeEach(async () => {
    const medicationId = await addMedication(home, { times: ['08:00'], dosage: '10 mg' });
    twice = { medicationId, scheduledTime: '2026-03-10T12:00:00Z', isOneMore: true };
    server.clock.set('2026-03-10T12:01:00Z');
    await say({ ...twice, isOneMore: false }, 'admin');
    server.clock.set('2026-03-10T12:03:00Z');
  });

  it('an extra dose is reported to the administrators once, a minute later', async () => {
    await say(twice);
    await server.at('2026-03-10T12:03:59Z');
    expect(letters()).toEqual([]);
    await server.at('2026-03-10T12:04:00Z');
    await say(twice);
    await server.at('2026-03-10T12:30:00Z');
    expect(letters()).toEqual([SUBJECT]);
    expect(server.mailsTo(home)[0]?.text).toContain(
      'Lisinopril, 10 mg for Ada, due at 8:00 AM: Ada user said “taken” at 8:03 AM, and it was one too many.',
    );
  });

  it('an extra dose that is corrected within that minute is not reported', async () => {
    await say(twice);
    server.clock.set('2026-03-10T12:03:30Z');
    await say({ ...twice, isOneMore: false, status: 'pending' });
    await server.at('2026-03-10T12:05:00Z');
    expect(letters()).toEqual([]);
  });

  it('an extra dose logged by an administrator is not reported', async () => {
    await say(twice, 'admin');
    await server.at('2026-03-10T12:05:00Z');
    expect(letters()).toEqual([]);
  });
});

it('an as-needed dose is reported only if it exceeds the limit', async () => {
  const medicationId = await addMedication(home, {
    ...{ name: 'Acetaminophen', dosage: '', frequency: 'as_needed', times: [] },
    shortestIntervalMinutes: 360,
  });
  server.clock.set('2026-03-10T12:03:00Z');
  await say({ medicationId, scheduledTime: '2026-03-10T12:03:00Z' });
  await server.at('2026-03-10T12:10:00Z');
  expect(letters()).toEqual([]);
  await say({ medicationId, scheduledTime: '2026-03-10T12:10:00Z' });
  await server.at('2026-03-10T12:12:00Z');
  expect(letters()).toEqual([SUBJECT]);
  expect(server.mailsTo(home)[0]?.text).toContain(
    'Acetaminophen for Ada: Ada user said “taken” at 8:10 AM, and it was one too many.',
  );
});
