import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addMedication,
  type CareServer,
  careServer,
  listed,
  logsOf,
  upcomingOf,
} from '#testing/care.ts';
import type { TestHousehold } from '#testing/test-server.ts';

const EIGHT = '2026-03-10T12:00:00.000Z';
const ALERT = 'A dose has not been confirmed';
const WORD = 'A dose was marked as missed';

let server: CareServer;
let home: TestHousehold;
let id: string;
beforeAll(async () => {
  server = await careServer();
});
/** At noon the server has marked the 8:00 AM dose missed and alerted of it. */
beforeEach(async () => {
  server.clock.set('2026-03-10T11:00:00Z');
  home = await server.household();
  id = await addMedication(home, { times: ['08:00', '12:00'] });
  await server.at('2026-03-10T13:00:00Z');
  await server.at('2026-03-10T16:00:00Z');
  server.clock.set('2026-03-10T16:10:00Z');
});
afterAll(() => server.close());

interface Said {
  readonly by?: 'user' | 'admin';
  readonly status?: string;
  readonly pressedAt?: string;
}

async function say({ by = 'user', status = 'missed', pressedAt }: Said = {}) {
  const press = { medicationId: id, scheduledTime: EIGHT, status, pressedAt };
  const answer = await home.as(by)('POST', '/api/medication-logs', press);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

async function standing() {
  const logs: Record<'scheduledTime' | 'id' | 'status' | 'loggedAt' | 'loggedBy', string>[] =
    await listed(home);
  const log = logs.find(({ scheduledTime }) => scheduledTime === EIGHT);
  if (log === undefined) throw new Error('no log');
  return { ...log, loggedAt: log.loggedAt.slice(11, 16) };
}

/** Returns all answers to the dose, sorted by the time of the press. */
async function history(): Promise<string[]> {
  const path = `/api/medication-logs/${(await standing()).id}/attempts`;
  const { body } = await home.as('admin')('GET', path);
  return body.map(
    ({ status, at, by }: Record<'status' | 'at' | 'by', string | null>) =>
      `${at?.slice(11, 16)} ${status} ${by ?? 'by itself'}`,
  );
}

const subjects = () => server.mailsTo(home).map(({ subject }) => subject);

const EARLIER = '2026-03-10T12:03:00.000Z';
const BY_ITSELF = '16:00 missed by itself';

describe('a missed answer by a person after the server marked the dose missed', () => {
  it.each<[string, Said, string, string, string[]]>([
    ['the elder gives now', {}, '16:10', 'Ada user', [BY_ITSELF, '16:10 missed Ada user']],
    [
      'the elder gave while offline',
      { pressedAt: EARLIER },
      ...(['12:03', 'Ada user'] as const),
      ['12:03 missed Ada user', BY_ITSELF],
    ],
    [
      'an administrator gives',
      { by: 'admin' },
      ...(['16:10', 'Ada admin'] as const),
      [BY_ITSELF, '16:10 missed Ada admin'],
    ],
  ])(
    'a missed answer that %s replaces the automatic status, with name and time',
    async (_, said, at, by, attempts) => {
      expect(await standing()).toMatchObject({ status: 'missed', loggedBy: null });
      expect(await say(said)).toMatchObject({ status: 'missed', loggedBy: by });
      const log = { status: 'missed', loggedAt: at, loggedBy: by };
      expect(await standing()).toMatchObject(log);
      expect(await history()).toEqual(attempts);
      await server.at('2026-03-10T16:20:00Z');
      await server.at('2026-03-11T12:00:00Z');
      expect(await standing()).toMatchObject(log);
      expect(await history()).toEqual(attempts);
    },
  );

  it.each<[string, Said, string[]]>([
    ['the elder (one quiet message)', {}, [ALERT, WORD]],
    ['the elder while offline (one quiet message)', { pressedAt: EARLIER }, [ALERT, WORD]],
    ['an administrator (no message)', { by: 'admin' }, [ALERT]],
  ])('a missed answer by %s causes no second alert and no all-clear', async (_, said, told) => {
    await say(said);
    await say(said);
    await server.at('2026-03-10T16:12:00Z');
    await server.at('2026-03-10T16:14:00Z');
    expect(subjects()).toEqual(told);
  });

  it('a repeated missed answer by the same person changes only the history', async () => {
    await say();
    const before = await standing();
    server.clock.set('2026-03-10T16:15:00Z');
    await say();
    expect(await standing()).toEqual(before);
    expect(await history()).toEqual([BY_ITSELF, '16:10 missed Ada user', '16:15 missed Ada user']);
  });

  it('a missed answer belongs to its first author when another person repeats it', async () => {
    await say({ pressedAt: EARLIER });
    await say({ by: 'admin' });
    expect(await standing()).toMatchObject({ loggedAt: '12:03', loggedBy: 'Ada user' });
  });

  it('an undone missed answer is pending again, then marked missed without an alert', async () => {
    await say();
    server.clock.set('2026-03-10T16:10:05Z');
    await say({ status: 'pending' });
    expect((await upcomingOf(home))[0]).toBe('2026-03-10T12:00 pending');
    await server.at('2026-03-10T16:10:20Z');
    await server.at('2026-03-10T16:12:00Z');
    expect(await logsOf(home)).toEqual(['2026-03-10T12:00 missed by itself']);
    expect(await history()).toEqual([
      BY_ITSELF,
      '16:10 missed Ada user',
      '16:10 pending Ada user',
      '16:10 missed by itself',
    ]);
    expect(subjects()).toEqual([ALERT]);
  });

  it('a later taken answer replaces missed and sends one all-clear', async () => {
    await say();
    server.clock.set('2026-03-10T16:11:00Z');
    await say({ status: 'taken' });
    await server.at('2026-03-10T16:13:00Z');
    expect(await logsOf(home)).toEqual(['2026-03-10T12:00 taken late']);
    expect(subjects()).toEqual([ALERT, 'A dose was taken after all']);
  });
});
