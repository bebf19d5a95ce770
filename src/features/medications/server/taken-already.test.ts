import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { addMedication, type CareServer, careServer } from '#testing/care.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';

let server: CareServer;
let home: TestHousehold;
let medicationId: string;
beforeEach(async () => {
  server = await careServer();
  server.clock.set('2026-03-10T11:00:00Z');
  home = await server.household();
  medicationId = await addMedication(home, { times: ['08:00'] });
  server.clock.set('2026-03-10T12:05:00Z');
});
afterEach(() => server.close());

/** 8:00 AM in New York. */
const DUE = '2026-03-10T12:00:00.000Z';

function say(who: 'user' | 'admin', status: string, more: object = {}) {
  const wanted = { medicationId, scheduledTime: DUE, status, ...more };
  return home.as(who)('POST', '/api/medication-logs', wanted);
}

async function log() {
  const { body } = await home.as('admin')('GET', '/api/medication-logs');
  expect(body).toHaveLength(1);
  return body[0];
}

async function attempts(): Promise<number> {
  const { id } = await log();
  return (await home.as('admin')('GET', `/api/medication-logs/${id}/attempts`)).body.length;
}

describe('a taken answer to a dose that was taken already', () => {
  it('with unlessTaken the answer is refused with the current log', async () => {
    const first = expectStatus(await say('admin', 'taken', { unlessTaken: true }), 201).body;
    server.clock.advance(MINUTE_MS);
    const { body } = expectStatus(await say('user', 'taken', { unlessTaken: true }), 409);
    expect(body).toEqual({
      error: 'Somebody has said already that this dose was taken.',
      code: 'dose-taken-already',
      current: first,
    });
    expect(await log()).toEqual(first);
    expect(await attempts()).toBe(1);
  });

  it('without unlessTaken the answer leaves the log unchanged', async () => {
    const first = expectStatus(await say('admin', 'taken'), 201).body;
    server.clock.advance(MINUTE_MS);
    expect(expectStatus(await say('user', 'taken'), 200).body).toEqual(first);
    expect(await attempts()).toBe(2);
  });

  it('with isOneMore the log is marked, and the mark survives later notes', async () => {
    const first = expectStatus(await say('admin', 'taken'), 201).body;
    server.clock.advance(MINUTE_MS);
    const more = expectStatus(await say('user', 'taken', { isOneMore: true }), 200).body;
    expect(more).toMatchObject({ status: 'taken', beyondLimit: true });
    expect([more.id, more.loggedAt > first.loggedAt]).toEqual([first.id, true]);
    server.clock.advance(MINUTE_MS);
    const noted = expectStatus(await say('admin', 'taken', { notes: 'Called.' }), 200).body;
    expect([noted.notes, noted.beyondLimit]).toEqual(['Called.', true]);
    server.clock.advance(MINUTE_MS);
    const skipped = expectStatus(await say('admin', 'skipped'), 200).body;
    expect(skipped.beyondLimit).toBe(false);
    expect(await attempts()).toBe(4);
  });

  it.each(['skipped', 'missed', 'pending'])(
    'a taken answer after %s is accepted as the first one',
    async (before) => {
      expectStatus(await say('admin', before), 201);
      server.clock.advance(MINUTE_MS);
      const { body } = expectStatus(await say('user', 'taken', { unlessTaken: true }), 200);
      expect(body).toMatchObject({ status: 'taken', beyondLimit: false });
    },
  );

  it('an answer after an undo is not marked as an extra dose', async () => {
    expectStatus(await say('admin', 'taken'), 201);
    server.clock.advance(MINUTE_MS);
    expectStatus(await say('admin', 'pending'), 200);
    server.clock.advance(MINUTE_MS);
    const { body } = expectStatus(await say('user', 'taken', { isOneMore: true }), 200);
    expect(body).toMatchObject({ status: 'taken', beyondLimit: false });
  });

  it('unlessTaken does not prevent a skipped answer', async () => {
    expectStatus(await say('admin', 'taken'), 201);
    server.clock.advance(MINUTE_MS);
    const { body } = expectStatus(await say('user', 'skipped', { unlessTaken: true }), 200);
    expect(body.status).toBe('skipped');
  });

  it('one of twenty simultaneous answers is logged, and the others are refused', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        say(index % 2 ? 'user' : 'admin', 'taken', { unlessTaken: true }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
    expect(await attempts()).toBe(1);
  });

  it('a retry with the same key after a lost response is not refused', async () => {
    const press = { medicationId, scheduledTime: DUE, status: 'taken', unlessTaken: true };
    const key = { 'Idempotency-Key': 'press-1' };
    const send = () => home.as('user')('POST', '/api/medication-logs', press, key);
    const first = expectStatus(await send(), 201).body;
    server.clock.advance(MINUTE_MS);
    expect(expectStatus(await send(), 200).body).toEqual(first);
  });
});
