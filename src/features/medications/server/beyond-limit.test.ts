import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { addMedication, type CareServer, careServer, changeMedication } from '#testing/care.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';

let server: CareServer;
let home: TestHousehold;
beforeEach(async () => {
  server = await careServer();
  server.clock.set('2026-03-10T12:00:00Z');
  home = await server.household();
  server.clock.set('2026-03-10T20:00:00Z');
});
afterEach(() => server.close());

const NOW = Date.parse('2026-03-10T20:00:00Z');
const ago = (minutes: number) => new Date(NOW - minutes * MINUTE_MS).toISOString();

const asNeeded = (limits: object) =>
  addMedication(home, { frequency: 'as_needed', times: [], ...limits });

/** Adds an as-needed medication that exists since noon, through the API. */
async function olderOne(limits: object): Promise<string> {
  server.clock.set('2026-03-10T12:00:00Z');
  const id = await asNeeded(limits);
  server.clock.set('2026-03-10T20:00:00Z');
  return id;
}

function press(medicationId: string, scheduledTime: string, status = 'taken', notes = '') {
  const wanted = { medicationId, scheduledTime, status, notes };
  return home.as('user')('POST', '/api/medication-logs', wanted);
}

/** Presses "taken" and returns whether the log is marked as beyond the limit. */
async function isMarked(medicationId: string, scheduledTime: string): Promise<boolean> {
  const answer = await press(medicationId, scheduledTime);
  expectStatus(answer, 201);
  return answer.body.beyondLimit;
}

describe('limits of an as-needed dose', () => {
  it('a dose is never marked if the medication has no limits', async () => {
    const id = await olderOne({});
    expect([await isMarked(id, ago(2)), await isMarked(id, ago(1))]).toEqual([false, false]);
  });

  it('a dose that is too close to another is marked, even if it arrives first', async () => {
    const id = await olderOne({ shortestIntervalMinutes: 60 });
    expect(await isMarked(id, ago(100))).toBe(false);
    expect(await isMarked(id, ago(41))).toBe(true);
    expect(await isMarked(id, ago(159))).toBe(true);
    expect(await isMarked(id, ago(220))).toBe(false);
  });

  it('an undone dose no longer counts towards the limit', async () => {
    const id = await olderOne({ mostIn24Hours: 1 });
    expect(await isMarked(id, ago(60))).toBe(false);
    expectStatus(await press(id, ago(60), 'pending'), 200);
    expect(await isMarked(id, ago(30))).toBe(false);
    expect(await isMarked(id, ago(20))).toBe(true);
  });

  it('a repeated press or a changed limit leaves the marks of existing logs unchanged', async () => {
    const id = await olderOne({ mostIn24Hours: 1 });
    expect(await isMarked(id, ago(60))).toBe(false);
    const again = await press(id, ago(60));
    expect([again.status, again.body.beyondLimit]).toEqual([200, false]);
    server.clock.advance(1000);
    const noted = await press(id, ago(60), 'taken', 'With milk.');
    expect([noted.body.notes, noted.body.beyondLimit]).toEqual(['With milk.', false]);
    expect(await isMarked(id, ago(50))).toBe(true);
    await changeMedication(home, id, { mostIn24Hours: 5 });
    const { body } = await home.as('admin')('GET', '/api/medication-logs');
    expect(body.map((log: { beyondLimit: boolean }) => log.beyondLimit).sort()).toEqual([
      false,
      true,
    ]);
  });

  it.each([1, 4])('exactly %s of 20 presses at once stay unmarked', async (most) => {
    const id = await olderOne({ mostIn24Hours: most });
    const marks = await Promise.all(
      Array.from({ length: 20 }, (_, index) => isMarked(id, ago((index * 7) % 20))),
    );
    expect(marks.filter((isBeyond) => !isBeyond)).toHaveLength(most);
  });

  it('only doses of the same medication count towards its limit', async () => {
    const [one, other] = [
      await olderOne({ mostIn24Hours: 1 }),
      await olderOne({ mostIn24Hours: 1 }),
    ];
    expect([await isMarked(one, ago(9)), await isMarked(other, ago(8))]).toEqual([false, false]);
  });
});

it.each([
  [{ shortestIntervalMinutes: 0 }, 'Please choose at least a minute.'],
  [{ shortestIntervalMinutes: 1441 }, 'Please choose at most 24 hours.'],
  [{ mostIn24Hours: 0 }, 'Please choose at least 1.'],
  [{ mostIn24Hours: 25 }, 'Please choose at most 24.'],
  [{ mostIn24Hours: 1.5 }, 'Please choose a whole number.'],
])('invalid limits are refused: %o', async (limits, sentence) => {
  const answer = await home.as('admin')('POST', '/api/medications', {
    name: 'Acetaminophen',
    frequency: 'as_needed',
    startDate: '2026-03-01',
    ...limits,
  });
  expectStatus(answer, 400);
  expect(JSON.stringify(answer.body)).toContain(sentence);
});
