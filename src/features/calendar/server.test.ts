import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reschedule } from '#features/medications/server.ts';
import { settingsFeature } from '#features/settings/server.ts';
import {
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { calendarFeature } from './server.ts';

let server: TestServer;
let household: TestHousehold;
beforeAll(async () => {
  server = await testServer([calendarFeature, settingsFeature(reschedule)]);
});
afterAll(() => server.close());

const EVENTS = '/api/calendar-events';
const TODAY = '/api/todays-events';

/** A Tuesday; 10 AM in New York. */
const START = '2026-03-10T14:00:00Z';

beforeEach(async () => {
  server.clock.set(START);
  household = await server.household();
});

async function add(event: Record<string, unknown>, by = household) {
  const body = { title: 'Walk', eventDate: '2026-03-10', ...event };
  return expectStatus(await by.as('admin')('POST', EVENTS, body), 201).body;
}

const read = async (path: string, by = household) =>
  expectStatus(await by.as('user')('GET', path), 200).body;

const datesOf = (events: { occurrenceDate: string }[]) =>
  events.map(({ occurrenceDate }) => occurrenceDate);

const titlesOf = (events: { title: string }[]) => events.map(({ title }) => title);

describe('the endpoints for events', () => {
  it('a created event has all its fields, with `eventTime` equal to `startTime`', async () => {
    const added = await add({
      description: 'Bring the list.',
      startTime: '14:00',
      endTime: '15:00',
      recurring: false,
      recurringFrequency: null,
    });
    expect(added).toEqual({
      id: expect.any(String),
      title: 'Walk',
      description: 'Bring the list.',
      eventDate: '2026-03-10',
      occurrenceDate: '2026-03-10',
      startTime: '14:00',
      endTime: '15:00',
      eventTime: '14:00',
      eventType: 'appointment',
      recurring: false,
      recurringFrequency: null,
      recurringUntil: null,
      skippedDates: [],
      allDay: false,
      userId: null,
      version: 1,
    });
    expect(await read(EVENTS)).toEqual([added]);
  });

  it.each([
    [{ title: '' }, 'title', 'Please fill in required fields'],
    [{ title: '   ' }, 'title', 'Please fill in required fields'],
    [{ title: undefined }, 'title', 'Please fill in required fields'],
    [{ eventDate: undefined }, 'eventDate', 'Please fill in required fields'],
    [{ eventDate: '' }, 'eventDate', 'Please fill in required fields'],
    [{ eventDate: '0026-03-10' }, 'eventDate', 'Please check the year.'],
    [{ startTime: '10:00', endTime: '09:45' }, 'endTime', 'End time must be after start time'],
    [{ startTime: '24:00' }, 'startTime', 'Please choose a time.'],
    [{ eventType: 'party' }, 'eventType', 'Please choose what it is.'],
    [
      { recurring: true, recurringUntil: '2026-03-09' },
      'recurringUntil',
      'The last day must not be before the date of the event.',
    ],
  ])('an event with %j is refused with a message', async (wrong, field, sentence) => {
    const body = { title: 'Walk', eventDate: '2026-03-10', ...wrong };
    const { error, fields } = expectStatus(
      await household.as('admin')('POST', EVENTS, body),
      400,
    ).body;
    expect([error, fields[field]]).toEqual([sentence, sentence]);
    expect(await read(EVENTS)).toEqual([]);
  });

  it('an update changes the given fields only', async () => {
    const { id } = await add({ startTime: '14:00', endTime: '15:00', eventType: 'social' });
    const ask = household.as('admin');
    const put = (change: object) => ask('PUT', `${EVENTS}/${id}`, change);
    expect(expectStatus(await put({ title: 'Long walk' }), 200).body).toMatchObject({
      title: 'Long walk',
      startTime: '14:00',
      eventType: 'social',
    });
    expect((await put({ startTime: '15:00' })).body.error).toBe(
      'End time must be after start time',
    );
    expect((await put({ allDay: true })).body).toMatchObject({ startTime: null, eventTime: null });
    expect((await put({ recurring: true })).body.recurringFrequency).toBe('weekly');
    expect(await read(EVENTS)).toMatchObject([
      { title: 'Long walk', allDay: true, recurring: true, endTime: null },
    ]);
  });

  it('a deleted event is not found', async () => {
    const { id } = await add({});
    expectStatus(await household.as('admin')('DELETE', `${EVENTS}/${id}`), 204);
    expect(await read(EVENTS)).toEqual([]);
    expectStatus(await household.as('admin')('DELETE', `${EVENTS}/${id}`), 404);
  });

  it('an event of another household can neither be read nor changed', async () => {
    const { id } = await add({ recurring: true });
    const other = await server.household();
    const ask = other.as('super_admin');
    expect(await read(EVENTS, other)).toEqual([]);
    expect(await read(TODAY, other)).toEqual([]);
    expect(await read(`${EVENTS}?from=2026-03-01&to=2026-03-31`, other)).toEqual([]);
    expectStatus(await ask('PUT', `${EVENTS}/${id}`, { title: 'Mine' }), 404);
    expectStatus(await ask('POST', `${EVENTS}/${id}/skip`, { date: '2026-03-10' }), 404);
    expectStatus(await ask('DELETE', `${EVENTS}/${id}`), 404);
    expect(await read(EVENTS)).toMatchObject([{ title: 'Walk', skippedDates: [] }]);
  });
});

describe('recurring events and their occurrences', () => {
  it('occurrences are sorted by date, all-day events first and then by time', async () => {
    await add({ title: 'Late', startTime: '18:00', recurring: true });
    await add({ title: 'Early', startTime: '08:00', recurringFrequency: 'daily' });
    await add({ title: 'Birthday', eventDate: '2026-03-17', allDay: true });
    const found = await read(`${EVENTS}?from=2026-03-16&to=2026-03-17`);
    expect(titlesOf(found)).toEqual(['Early', 'Birthday', 'Early', 'Late']);
    expect(datesOf(found)).toEqual(['2026-03-16', '2026-03-17', '2026-03-17', '2026-03-17']);
    expect(found[3]).toMatchObject({ eventDate: '2026-03-17', recurringFrequency: 'weekly' });
    expect(found.map(({ eventDate }: { eventDate: string }) => eventDate)).toEqual(datesOf(found));
    const stored = await read(EVENTS);
    expect(stored.map(({ eventDate }: { eventDate: string }) => eventDate)).toEqual([
      '2026-03-10',
      '2026-03-10',
      '2026-03-17',
    ]);
  });

  it('skipping the same day twice skips it once', async () => {
    const { id } = await add({ recurringFrequency: 'daily' });
    const skip = (date: string) => household.as('admin')('POST', `${EVENTS}/${id}/skip`, { date });
    expectStatus(await skip('2026-03-12'), 200);
    const again = expectStatus(await skip('2026-03-12'), 200);
    expect(again.body.skippedDates).toEqual(['2026-03-12']);
    const found = await read(`${EVENTS}?from=2026-03-11&to=2026-03-13`);
    expect(datesOf(found)).toEqual(['2026-03-11', '2026-03-13']);
    expect(expectStatus(await skip('2026-03-09'), 400).body.code).toBe('event-not-on-that-day');
    const back = { skippedDates: [] };
    expectStatus(await household.as('admin')('PUT', `${EVENTS}/${id}`, back), 200);
    expect(await read(`${EVENTS}?from=2026-03-12&to=2026-03-12`)).toHaveLength(1);
  });

  it('an event that happens once cannot skip a day', async () => {
    const { id } = await add({});
    const answer = await household.as('admin')('POST', `${EVENTS}/${id}/skip`, {
      date: '2026-03-10',
    });
    expectStatus(answer, 400);
  });

  it('concurrent skips of several days are all stored', async () => {
    const { id } = await add({ recurringFrequency: 'daily' });
    const ask = household.as('admin');
    const dates = ['2026-03-11', '2026-03-12', '2026-03-13'];
    await Promise.all(dates.map((date) => ask('POST', `${EVENTS}/${id}/skip`, { date })));
    expect((await read(EVENTS))[0].skippedDates).toEqual(dates);
  });

  it.each([
    ['from=2026-03-01', 'Please give the first day and the last.'],
    ['from=2026-03-02&to=2026-03-01', 'The last day must not be before the first.'],
    ['from=2026-01-01&to=2027-03-01', 'Please ask for at most 400 days.'],
    ['from=yesterday&to=2026-03-01', 'Please choose a date.'],
  ])('the query %s is refused with a message', async (query, sentence) => {
    const answer = await household.as('user')('GET', `${EVENTS}?${query}`);
    expect(expectStatus(answer, 400).body.error).toBe(sentence);
  });

  it('a query of 400 days returns all occurrences', async () => {
    await add({ recurringFrequency: 'daily' });
    const found = await read(`${EVENTS}?from=2026-03-10&to=2027-04-13`);
    expect(found).toHaveLength(400);
  });

  it('cached responses of the plain list and of a date range are not mixed up', async () => {
    await add({ recurringFrequency: 'daily' });
    expect(await read(EVENTS)).toHaveLength(1);
    expect(await read(`${EVENTS}?from=2026-03-10&to=2026-03-11`)).toHaveLength(2);
    expect(await read(`${EVENTS}?from=2026-03-10&to=2026-03-12`)).toHaveLength(3);
    expect(await read(EVENTS)).toHaveLength(1);
  });
});

describe("the endpoint for today's events", () => {
  it("today's events are those of the local date, until local midnight", async () => {
    await add({ title: 'Every day', recurringFrequency: 'daily' });
    await add({ title: 'Tomorrow', eventDate: '2026-03-11' });
    await add({
      title: 'Over',
      eventDate: '2026-03-01',
      recurringUntil: '2026-03-09',
      recurring: true,
    });
    server.clock.set('2026-03-11T03:59:59Z');
    expect(titlesOf(await read(TODAY))).toEqual(['Every day']);
    server.clock.set('2026-03-11T04:00:00Z');
    const found = await read(TODAY);
    expect(titlesOf(found)).toEqual(['Every day', 'Tomorrow']);
    expect(datesOf(found)).toEqual(['2026-03-11', '2026-03-11']);
    expect(found[0].eventDate).toBe('2026-03-11');
  });

  it("today's events change at once when the time zone changes", async () => {
    await add({ eventDate: '2026-03-11' });
    expect(await read(TODAY)).toEqual([]);
    const timezone = 'Pacific/Kiritimati';
    expectStatus(await household.as('admin')('PATCH', '/api/settings', { timezone }), 200);
    expect(datesOf(await read(TODAY))).toEqual(['2026-03-11']);
  });

  it.each([TODAY, EVENTS])(
    'polling %s makes no query, and a change appears in the response',
    async (path) => {
      await add({});
      const ask = household.as('user');
      const first = expectStatus(await ask('GET', path), 200);
      const before = server.database.statements();
      const etag = { 'if-none-match': String(first.headers.etag) };
      expectStatus(await ask('GET', path, undefined, etag), 304);
      expect(server.database.statements()).toBe(before);
      await add({ title: 'Another' });
      const second = expectStatus(await ask('GET', path, undefined, etag), 200);
      expect(second.body).toHaveLength(2);
    },
  );

  it("today's events are read with one statement in a transaction", async () => {
    const around = { embedded: 3, postgres: 2 }[server.database.kind];
    await add({});
    await read(EVENTS);
    const before = server.database.statements();
    await read(TODAY);
    expect(server.database.statements() - before).toBeLessThanOrEqual(around + 1);
  });
});
