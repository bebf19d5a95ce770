import { monitorEventLoopDelay } from 'node:perf_hooks';
import { eq } from 'drizzle-orm';
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calendarFeeds } from '#database/schema/calendar.ts';
import { subscriptions } from '#database/schema/households.ts';
import { medicationsFeature, reschedule } from '#features/medications/server.ts';
import { settingsFeature } from '#features/settings/server.ts';
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';
import {
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { calendarFeature, feedFeature } from '../server.ts';

const FEED = '/api/calendar-feed';
/** The origin under which a browser opens the product in these tests. */
const OPENED_AT = 'http://localhost';

let server: TestServer;
let household: TestHousehold;
beforeAll(async () => {
  const feed = feedFeature();
  server = await testServer([
    calendarFeature,
    feed,
    medicationsFeature,
    settingsFeature(reschedule),
  ]);
});
afterAll(() => server.close());

beforeEach(async () => {
  server.clock.set('2026-03-10T14:00:00Z');
  household = await server.household();
});

async function makeFeed(by = household): Promise<string> {
  const { url } = expectStatus(await by.as('admin')('POST', FEED), 201).body;
  expect(url).toMatch(/^http:\/\/localhost\/calendar\/[\w-]{43}\.ics$/);
  return url.slice(OPENED_AT.length);
}

const textOf = async (path: string) =>
  expectStatus(await server.ask('GET', path), 200).raw.toString('utf8');

async function add(event: Record<string, unknown>, by = household) {
  const body = { title: 'Walk', eventDate: '2026-03-10', ...event };
  return expectStatus(await by.as('admin')('POST', '/api/calendar-events', body), 201).body;
}

async function addMedication(medication: Record<string, unknown>, by = household) {
  const usual = { name: 'Lisinopril', frequency: 'daily', startDate: '2026-03-01' };
  const body = { ...usual, times: ['08:00'], ...medication };
  return expectStatus(await by.as('admin')('POST', '/api/medications', body), 201).body;
}

/** Parses the file with ical.js. */
function entriesIn(text: string): ICAL.Event[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
}

/** Parses the file with node-ical. */
function otherEntriesIn(text: string) {
  return Object.values(nodeIcal.sync.parseICS(text)).flatMap((entry) =>
    entry?.type === 'VEVENT' ? [entry] : [],
  );
}

const startsOf = (text: string) =>
  otherEntriesIn(text).map(({ start }) => new Date(start).toISOString());

describe('the secret address of a feed', () => {
  it('the address answers any client that has it, with a file that may be cached', async () => {
    expect((await household.as('admin')('GET', FEED)).body).toMatchObject({ createdAt: null });
    const path = await makeFeed();
    await add({ startTime: '14:00', endTime: '15:00' });
    const answer = expectStatus(await server.ask('GET', path), 200);
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('private, max-age=900');
    const known = { 'if-none-match': String(answer.headers.etag) };
    server.clock.advance(HOUR_MS);
    expectStatus(await server.ask('GET', path, undefined, known), 304);
    await add({ title: 'Another' });
    expectStatus(await server.ask('GET', path, undefined, known), 200);
    const { createdAt } = (await household.as('admin')('GET', FEED)).body;
    expect(createdAt).toBe('2026-03-10T14:00:00.000Z');
  });

  it('only the hash of the address is stored', async () => {
    const path = await makeFeed();
    const rows = await server.database.asSystem((db) =>
      db.select().from(calendarFeeds).where(eq(calendarFeeds.accountId, household.accountId)),
    );
    expect(rows).toMatchObject([{ secretHash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    expect(path).not.toContain(String(rows[0]?.secretHash));
  });

  it('the address stops working when it is replaced or deleted', async () => {
    const first = await makeFeed();
    const second = await makeFeed();
    expectStatus(await server.ask('GET', first), 404);
    expectStatus(await server.ask('GET', second), 200);
    expectStatus(await household.as('admin')('DELETE', FEED), 204);
    expectStatus(await server.ask('GET', second), 404);
    expectStatus(await household.as('admin')('DELETE', FEED), 204);
  });

  it('only administrators can create, read or delete the address', async () => {
    expectStatus(await household.as('user')('POST', FEED), 403);
    expectStatus(await household.as('user')('GET', FEED), 403);
    expectStatus(await household.as('user')('DELETE', FEED), 403);
  });

  it('repeated wrong addresses are rate-limited, and a right one is not', async () => {
    const path = await makeFeed();
    // The clock advances, so that the wrong addresses of other tests no longer count.
    server.clock.set('2026-03-10T20:00:00Z');
    const wrong = () => server.ask('GET', `/calendar/${'x'.repeat(43)}.ics`);
    expect(expectStatus(await wrong(), 404).body).toEqual({
      error: 'That could not be found.',
      code: 'not-found',
    });
    for (let times = 1; times < 20; times += 1) expectStatus(await wrong(), 404);
    expectStatus(await wrong(), 429);
    expectStatus(await server.ask('GET', path), 200);
  });

  it('the address is unavailable while the subscription is expired', async () => {
    const path = await makeFeed();
    await server.database.asSystem((db) =>
      db
        .update(subscriptions)
        .set({ status: 'canceled', endsAt: server.clock.now() })
        .where(eq(subscriptions.accountId, household.accountId)),
    );
    expectStatus(await server.ask('GET', path), 403);
  });

  it('the feed contains no data of another household', async () => {
    const other = await server.household();
    await add({ title: 'Theirs' }, other);
    await addMedication({ name: 'Theirs' }, other);
    expect(await textOf(await makeFeed())).not.toContain('Theirs');
  });
});

describe('the iCalendar file of a feed', () => {
  it('the file contains the name of the household and the refresh interval', async () => {
    const timezone = 'Asia/Tokyo';
    const change = { timezone, appName: 'Grandma, dear; 🌷' };
    expectStatus(await household.as('admin')('PATCH', '/api/settings', change), 200);
    const text = await textOf(await makeFeed());
    expect(text).toContain('\r\nNAME:Grandma\\, dear\\; 🌷\r\n');
    expect(text).toContain('\r\nX-WR-CALNAME:Grandma\\, dear\\; 🌷\r\n');
    expect(text).toContain('\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n');
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  });

  it('lines have at most 75 octets and end in CRLF, for any text', async () => {
    const title = `Tea, cake; "talk" \\ and 👩‍👩‍👧‍👦 ${'Überraschung 🎉 '.repeat(8)}end`;
    const description = `First line\nSecond, line; with 100 % and ${'日本語'.repeat(40)}`;
    await add({ title, description, startTime: '14:00' });
    const text = await textOf(await makeFeed());
    const lines = text.split('\r\n');
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBe(75);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(Buffer.from(text).toString()).not.toContain('\ufffd');
    expect(entriesIn(text)).toMatchObject([{ summary: title, description }]);
    expect(otherEntriesIn(text)).toMatchObject([{ summary: title, description }]);
  });

  it('a line break in a title cannot add a line to the file', async () => {
    await add({ title: 'Tea\r\nEND:VEVENT\rX:\u20281', description: 'a\r\nb\rc\u0007 \\n' });
    const text = await textOf(await makeFeed());
    expect(entriesIn(text)).toMatchObject([
      { summary: 'Tea END:VEVENT X:\u20281', description: 'a\nb\nc \\n' },
    ]);
  });

  it('the file contains each occurrence of the past 30 and next 60 days once, at its instant', async () => {
    const { id } = await add({
      eventDate: '2020-01-01',
      startTime: '09:00',
      endTime: '09:30',
      recurringFrequency: 'daily',
      skippedDates: ['2026-03-09'],
    });
    const text = await textOf(await makeFeed());
    const starts = startsOf(text);
    expect(starts).toHaveLength(90);
    expect(starts[0]).toBe('2026-02-08T14:00:00.000Z');
    // The clocks go forward on 8 March.
    expect(starts[27]).toBe('2026-03-07T14:00:00.000Z');
    expect(starts[28]).toBe('2026-03-08T13:00:00.000Z');
    expect(starts[29]).toBe('2026-03-10T13:00:00.000Z');
    expect(starts.at(-1)).toBe('2026-05-09T13:00:00.000Z');
    expect(text).toContain(`UID:event-${id}-2026-03-10@`);
    expect(new Set(entriesIn(text).map(({ uid }) => uid)).size).toBe(90);
    expect(text).not.toContain('RRULE');
  });

  it('an event within the hour that the clocks skip keeps its length', async () => {
    const event = { eventDate: '2026-03-08', startTime: '02:30', endTime: '03:00' };
    await add(event);
    const [entry] = entriesIn(await textOf(await makeFeed()));
    expect(entry?.startDate.toJSDate()).toEqual(new Date('2026-03-08T07:30:00Z'));
    expect(entry?.endDate.toJSDate()).toEqual(new Date('2026-03-08T08:00:00Z'));
  });

  it('an all-day event has a date without a time', async () => {
    await add({ title: 'Birthday', allDay: true, eventDate: '2026-03-31' });
    const text = await textOf(await makeFeed());
    expect(text).toContain('DTSTART;VALUE=DATE:20260331\r\nDTEND;VALUE=DATE:20260401\r\n');
    expect(otherEntriesIn(text)).toMatchObject([{ datetype: 'date', summary: 'Birthday' }]);
    expect(entriesIn(text)[0]?.startDate.isDate).toBe(true);
  });

  it('the file contains medication times from the day a medication was added', async () => {
    await addMedication({
      dosage: '10 mg',
      instructions: 'With water.',
      times: ['08:00', '20:00'],
    });
    await addMedication({ name: 'When needed', frequency: 'as_needed', times: [] });
    await addMedication({ name: 'Paused', isActive: false });
    const { id } = await addMedication({ name: 'Deleted' });
    expectStatus(await household.as('admin')('DELETE', `/api/medications/${id}`), 204);
    const text = await textOf(await makeFeed());
    // The medication was added today at 10 AM.
    expect(startsOf(text).slice(0, 2)).toEqual([
      '2026-03-11T00:00:00.000Z',
      '2026-03-11T12:00:00.000Z',
    ]);
    expect(startsOf(text)).toHaveLength(121);
    const [entry] = entriesIn(text);
    expect(entry?.summary).toBe('Lisinopril 10 mg');
    expect(entry?.description).toBe('With water.');
    expect(entry?.duration.toSeconds()).toBe(15 * 60);
    for (const name of ['When needed', 'Paused', 'Deleted']) expect(text).not.toContain(name);
  });

  it('entries nearest to today are kept when there are too many', async () => {
    const times = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
    for (let number = 0; number < 5; number += 1) await addMedication({ times });
    const starts = startsOf(await textOf(await makeFeed()));
    expect(starts).toHaveLength(5000);
    expect(starts.toSorted().at(-1)).toMatch(/^2026-04-2/);
  });

  it('a feed of maximum size does not block the event loop', async () => {
    const times = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
    for (let number = 0; number < 100; number += 1)
      await addMedication({ times, evenIfThere: true });
    const path = await makeFeed();
    const delays = monitorEventLoopDelay({ resolution: 5 });
    await textOf(path);
    server.clock.advance(DAY_MS);
    delays.enable();
    expect(startsOf(await textOf(path))).toHaveLength(5000);
    delays.disable();
    expect(delays.max / 1e6).toBeLessThan(500);
  });
});
