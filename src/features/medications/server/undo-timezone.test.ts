import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addMedication,
  type CareServer,
  careServer,
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
  const answer = await home.as('admin')('PATCH', '/api/settings', { timezone });
  return expectStatus(answer, 200).body;
}

const undo = (changedAt: string) =>
  home.as('super_admin')('POST', '/api/settings/timezone-undo', { changedAt });

async function effects(timezone: string) {
  const path = `/api/settings/timezone-preview?timezone=${timezone}`;
  return expectStatus(await home.as('admin')('GET', path), 200).body;
}

describe('the undo of a time zone change', () => {
  it('undo reopens doses that were missed because their day ended', async () => {
    await addMedication(home, { times: ['08:00'] });
    await server.at('2026-03-10T15:10:00Z');
    expect(server.mailsTo(home)).toHaveLength(1);
    const { timezoneUndo } = await moveTo('Asia/Tokyo');
    await server.at('2026-03-10T15:10:20Z');
    expect(await logsOf(home)).toEqual(['2026-03-10T12:00 missed by itself']);
    const undone = expectStatus(await undo(timezoneUndo.changedAt), 200).body;
    expect(undone.timezone).toBe('America/New_York');
    expect(undone).not.toHaveProperty('timezoneUndo');
    expect(await logsOf(home)).toEqual([]);
    expect(await upcomingOf(home)).toEqual(['2026-03-10T12:00 pending']);
    await server.at('2026-03-10T15:10:40Z');
    expect(server.mailsTo(home)).toHaveLength(1);
    await server.at('2026-03-11T04:00:00Z');
    expect(await logsOf(home)).toEqual(['2026-03-10T12:00 missed by itself']);
  });

  it('changing the time zone back in the settings has the same effect', async () => {
    await addMedication(home, { times: ['08:00'] });
    await server.at('2026-03-10T15:10:00Z');
    await moveTo('Asia/Tokyo');
    await server.at('2026-03-10T15:10:20Z');
    await moveTo('America/New_York');
    expect(await logsOf(home)).toEqual([]);
    expect(await upcomingOf(home)).toEqual(['2026-03-10T12:00 pending']);
  });

  it('undo preserves answers of people and reopened doses', async () => {
    const answered = await addMedication(home, { times: ['08:00'] });
    const reopened = await addMedication(home, { times: ['08:00'] });
    server.clock.set('2026-03-10T15:00:00Z');
    await logDose(home, reopened, '2026-03-10T12:00:00Z');
    await logDose(home, reopened, '2026-03-10T12:00:00Z', 'pending');
    const { timezoneUndo } = await moveTo('Asia/Tokyo');
    await server.at('2026-03-10T15:10:20Z');
    expect(await logsOf(home)).toEqual([
      '2026-03-10T12:00 missed by itself',
      '2026-03-10T12:00 missed by itself',
    ]);
    expectStatus(await logDose(home, answered, '2026-03-10T12:00:00Z', 'missed'), 200);
    expectStatus(await undo(timezoneUndo.changedAt), 200);
    expect(await logsOf(home)).toEqual(['2026-03-10T12:00 missed', '2026-03-10T12:00 pending']);
  });

  it('undo leaves a dose missed if its day has ended meanwhile', async () => {
    await addMedication(home, { times: ['08:00'] });
    await server.at('2026-03-10T15:10:00Z');
    const { timezoneUndo } = await moveTo('Asia/Tokyo');
    await server.at('2026-03-11T05:00:00Z');
    expectStatus(await undo(timezoneUndo.changedAt), 200);
    expect(await logsOf(home)).toContain('2026-03-10T12:00 missed by itself');
  });

  it('after the undo, a dose that the change made overdue alerts again at its time', async () => {
    await moveTo('America/Los_Angeles');
    await addMedication(home, { times: ['12:00'] });
    server.clock.set('2026-03-10T17:00:00Z');
    const { timezoneUndo } = await moveTo('America/New_York');
    await server.at('2026-03-10T17:00:20Z');
    expect(server.mailsTo(home)).toHaveLength(1);
    server.clock.set('2026-03-10T17:01:00Z');
    expectStatus(await undo(timezoneUndo.changedAt), 200);
    expect(await upcomingOf(home)).toEqual(['2026-03-10T19:00 pending']);
    await server.at('2026-03-10T19:59:59Z');
    expect(server.mailsTo(home)).toHaveLength(1);
    await server.at('2026-03-10T20:00:00Z');
    expect(server.mailsTo(home)).toHaveLength(2);
  });

  it('a change cannot be undone after another change, after its undo, or after 24 hours', async () => {
    const first = await moveTo('Asia/Tokyo');
    server.clock.set('2026-03-10T11:01:00Z');
    const second = await moveTo('Europe/London');
    expect(expectStatus(await undo(first.timezoneUndo.changedAt), 409).body.code).toBe(
      'timezone-undo-over',
    );
    expectStatus(await undo(second.timezoneUndo.changedAt), 200);
    expectStatus(await undo(second.timezoneUndo.changedAt), 409);
    const third = await moveTo('Europe/London');
    server.clock.set('2026-03-11T11:01:01Z');
    expectStatus(await undo(third.timezoneUndo.changedAt), 409);
    const settings = await home.as('admin')('GET', '/api/settings');
    expect(settings.body.timezone).toBe('Europe/London');
  });

  it('simultaneous undo by two administrators happens once', async () => {
    const { timezoneUndo } = await moveTo('Asia/Tokyo');
    const answers = await Promise.all([undo(timezoneUndo.changedAt), undo(timezoneUndo.changedAt)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('the preview of a time zone change', () => {
  it('the preview names moved times and dropped, overdue or missed doses, and changes nothing', async () => {
    await moveTo('America/Los_Angeles');
    await addMedication(home, { name: 'Twice', times: ['08:00', '12:00'] });
    await addMedication(home, { name: 'Once', times: ['12:00'] });
    const taken = await addMedication(home, { name: 'Taken', times: ['12:00'] });
    server.clock.set('2026-03-10T16:59:00Z');
    await logDose(home, taken, '2026-03-10T19:00:00Z');
    expect(await effects('America/New_York')).toEqual({
      moves: [
        { time: '08:00', becomes: '05:00', medications: 1 },
        { time: '12:00', becomes: '09:00', medications: 3 },
      ],
      overdue: [{ medication: 'Once', date: '2026-03-10', time: '12:00' }],
      dropped: [{ medication: 'Twice', date: '2026-03-10', time: '12:00' }],
      missed: [],
    });
    expect((await effects('Asia/Tokyo')).missed).toEqual([
      { medication: 'Twice', date: '2026-03-10', time: '08:00' },
    ]);
    expect(await upcomingOf(home)).toHaveLength(4);
  });
});
