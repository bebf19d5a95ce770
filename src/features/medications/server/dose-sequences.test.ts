import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { doseAlerts, outbox } from '#database/schema/alerts.ts';
import { accounts } from '#database/schema/households.ts';
import { medicationLogAttempts, medicationLogs } from '#database/schema/medications.ts';
import { idempotentId } from '#platform/server/idempotent-id.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { addMedication, type CareServer, careServer } from '#testing/care.ts';
import type { TestHousehold } from '#testing/test-server.ts';
import { readCare, waitingDoses } from './overdue-rows.ts';

/** `npm run bench -- dose-sequences` runs many more, with another seed. */
const RUNS = Number(process.env.DOSE_SEQUENCES ?? 4);
const SEED = Number(process.env.DOSE_SEED ?? 20260310);
const ZONES = ['America/New_York', 'America/Chicago', 'Europe/London', 'Asia/Tokyo'] as const;
const TIMES = [['08:00'], ['08:00', '12:00'], ['08:30', '20:00'], ['07:00', '12:00', '23:30']];

let server: CareServer;
let elapsed = 0;
let presses = 0;
beforeAll(async () => {
  server = await careServer({ elapsed: () => elapsed, ofDatabase: async () => undefined });
});
afterAll(async () => {
  if (process.env.DOSE_SEQUENCES) process.stdout.write(`seed ${SEED}: ${presses} presses\n`);
  await server.close();
});

const dose = fc.nat(5);
const who = fc.constantFrom('tablet one', 'tablet two', 'panel');
const status = fc.constantFrom('taken', 'taken', 'taken', 'skipped', 'missed', 'pending');
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('wait'), minutes: fc.integer({ min: 1, max: 200 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('press'),
      ...{ who, dose, status },
      /** Minutes until the press is delivered; delayed presses can arrive in any order. */
      delay: fc.constantFrom(0, 0, 0, 5, 70, 240),
      times: fc.constantFrom(1, 1, 2),
      isNamed: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('edit'), times: fc.constantFrom(...TIMES) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('switch'), isActive: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('move'), timezone: fc.constantFrom(...ZONES) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('clock'),
      minutes: fc.constantFrom(-300, 180, 780, 43_200),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('believed'),
      minutes: fc.constantFrom(180, 780, 43_200),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('restart'), minutes: fc.constantFrom(0, 2, 90, 700) }),
  },
);
type Step = (typeof step extends fc.Arbitrary<infer S> ? S : never) & { readonly do: string };

interface Listed {
  readonly id: string;
  readonly medicationId: string;
  readonly scheduledTime: string;
  readonly status: string;
}

/** A household with all the presses made in it. */
class Life {
  readonly home: TestHousehold;
  readonly medicationId: string;
  readonly #undelivered: { readonly at: number; deliver(): Promise<void> }[] = [];
  /** The idempotency keys of the delivered presses, with the person who pressed. */
  readonly #keys = new Map<string, string>();
  #number = 0;

  constructor(home: TestHousehold, medicationId: string) {
    this.home = home;
    this.medicationId = medicationId;
  }

  async listed(): Promise<Listed[]> {
    return (await this.home.as('user')('GET', '/api/upcoming-medications')).body;
  }

  async take(next: Step): Promise<void> {
    const admin = this.home.as('admin');
    const path = `/api/medications/${this.medicationId}`;
    if (next.do === 'wait' && 'minutes' in next) await this.wait(next.minutes);
    if (next.do === 'press' && 'who' in next) await this.press(next);
    if ('times' in next && next.do === 'edit') await admin('PATCH', path, { times: next.times });
    if ('isActive' in next) await admin('PATCH', path, { isActive: next.isActive });
    if ('timezone' in next) await admin('PATCH', '/api/settings', { timezone: next.timezone });
    if (next.do === 'restart' && 'minutes' in next) await this.restart(next.minutes);
    if (next.do === 'believed' && 'minutes' in next) await this.believeAhead(next.minutes);
    if (next.do === 'clock' && 'minutes' in next) {
      server.clock.advance(next.minutes * MINUTE_MS);
      await server.jobs('care');
      server.clock.advance(-next.minutes * MINUTE_MS);
      await server.jobs('care');
    }
  }

  /** The server is down for this time; then the job runs until the clock is trusted. */
  async restart(minutes: number): Promise<void> {
    server.clock.advance(minutes * MINUTE_MS);
    server.restart();
    elapsed = 0;
    await this.hold();
    await this.wait(1);
  }

  /** The clock is ahead until it is trusted and doses are settled by it; then it is corrected. */
  async believeAhead(minutes: number): Promise<void> {
    server.clock.advance(minutes * MINUTE_MS);
    await this.hold();
    server.clock.advance(-minutes * MINUTE_MS);
    await this.wait(1);
  }

  async hold(): Promise<void> {
    for (let round = 0; round < 4; round += 1) {
      await server.jobs('care');
      server.clock.advance(2 * MINUTE_MS);
      elapsed += 2 * MINUTE_MS;
    }
  }

  async wait(minutes: number): Promise<void> {
    const until = server.clock.now().getTime() + minutes * MINUTE_MS;
    const due = this.#undelivered.filter(({ at }) => at <= until).reverse();
    for (const press of due) this.#undelivered.splice(this.#undelivered.indexOf(press), 1);
    elapsed += until - server.clock.now().getTime();
    server.clock.set(new Date(until).toISOString());
    for (const { deliver } of due) await deliver();
    await this.sweep();
  }

  async press({ who, dose, status, delay, times, isNamed }: Extract<Step, { who: unknown }>) {
    const listed = await this.listed();
    const item = listed[dose % Math.max(1, listed.length)];
    if (item === undefined) return;
    const at = server.clock.now();
    this.#number += 1;
    presses += times;
    const headers = { 'idempotency-key': `${this.medicationId} ${this.#number}` };
    const body = {
      ...{ medicationId: item.medicationId, scheduledTime: item.scheduledTime, status },
      ...(delay === 0 ? {} : { pressedAt: at.toISOString() }),
      ...(isNamed ? { doseId: item.id } : {}),
    };
    const ask = this.home.as(who === 'panel' ? 'admin' : 'user');
    const deliver = async () => {
      for (let time = 0; time < times; time += 1) {
        const answer = await ask('POST', '/api/medication-logs', body, headers);
        const isFarAhead = Date.parse(item.scheduledTime) - at.getTime() > 12 * HOUR_MS;
        if (!isFarAhead) expect([200, 201], JSON.stringify(answer.body)).toContain(answer.status);
        const { admin, user } = this.home.userIds;
        const by = who === 'panel' ? admin : user;
        if (answer.status < 300) this.#keys.set(headers['idempotency-key'], by);
      }
    };
    if (delay === 0) await deliver();
    else this.#undelivered.push({ at: at.getTime() + delay * MINUTE_MS, deliver });
  }

  async sweep(): Promise<void> {
    const before = await this.stored();
    await server.jobs('care');
    await server.jobs('care');
    const after = await this.stored();
    const answered = new Set(
      before.logs
        .filter((log) => log.loggedByName !== null && log.status !== 'pending')
        .map(nameOf),
    );
    const known = new Set(before.alerts.map(nameOf));
    const alerted = after.alerts.map(nameOf).filter((name) => !known.has(name));
    expect(alerted.filter((name) => answered.has(name))).toEqual([]);
    const now = server.clock.now();
    const care = await server.database.asSystem((db) =>
      readCare(db, this.home.accountId, () => ['2026-03-01', '2026-04-30']),
    );
    const all = await waitingDoses(care, ['2026-03-08', '2026-03-25']);
    const waiting = all.filter(({ missedAt }) => missedAt > now);
    const listed = (await this.listed()).filter((item) => item.status === 'pending');
    const cared = new Set(waiting.map(({ id }) => id));
    expect(listed.filter(({ id }) => !cared.has(id))).toEqual([]);
    const shown = new Set(listed.map(({ id }) => id));
    const due = waiting.filter(({ scheduledTime }) => scheduledTime <= now);
    expect(due.filter(({ id }) => !shown.has(id)).map(({ id }) => id)).toEqual([]);
  }

  async stored() {
    const { accountId } = this.home;
    return server.database.asSystem(async (db) => ({
      logs: await db.select().from(medicationLogs).where(eq(medicationLogs.accountId, accountId)),
      alerts: await db.select().from(doseAlerts).where(eq(doseAlerts.accountId, accountId)),
      letters: await db.select().from(outbox).where(eq(outbox.accountId, accountId)),
      attempts: await db
        .select()
        .from(medicationLogAttempts)
        .where(eq(medicationLogAttempts.accountId, accountId)),
    }));
  }

  /** After three more days, no dose is pending. */
  async end(): Promise<void> {
    for (let hours = 0; hours < 72; hours += 6) await this.wait(6 * 60);
    const { logs, alerts, letters, attempts } = await this.stored();
    const account = { id: this.home.accountId };
    expect(logs.map(nameOf)).toHaveLength(new Set(logs.map(nameOf)).size);
    // The first answer to a dose has no attempt with its key: it is recognized by the id of the
    // log, which is derived from the key.
    const ids = new Set(logs.map(({ id }) => id));
    const first = [...this.#keys].flatMap(([idempotencyKey, id]) =>
      ids.has(idempotentId({ account, user: { id }, request: { idempotencyKey } }))
        ? idempotencyKey
        : [],
    );
    const later = attempts.flatMap(({ idempotencyKey }) => idempotencyKey ?? []);
    expect(later).toHaveLength(new Set(later).size);
    expect(new Set([...first, ...later])).toEqual(new Set(this.#keys.keys()));
    for (const { id, loggedByName, status, deviceName } of logs) {
      const attemptsOf = attempts
        .filter(({ medicationLogId }) => medicationLogId === id)
        .sort((one, other) => one.number - other.number);
      if (deviceName !== null) expect(attemptsOf).toEqual([]);
      const said = deviceName === null ? attemptsOf : [{ status, personName: loggedByName ?? '' }];
      // A person's answer takes precedence over an automatic one.
      if (loggedByName === null) expect(said.at(-1)?.personName).toBe('');
      const missed = said.filter(({ personName }) => personName === '').length;
      const undone = said.filter(({ status }) => status === 'pending').length;
      expect(missed).toBeLessThanOrEqual(1 + undone);
    }
    const told = letters
      .filter(({ purpose, recipient }) => purpose === 'alert' && /^admin@/.test(recipient))
      .flatMap(({ content }) => JSON.stringify(content).match(/: due at /g) ?? []);
    expect(told).toHaveLength(alerts.length);
  }
}

const nameOf = ({
  medicationId,
  localDate,
  time,
}: Record<'medicationId' | 'localDate' | 'time', string>) => `${medicationId} ${localDate} ${time}`;

it(
  'each dose has one log and one alert after any sequence of presses, edits and time zone changes',
  async () => {
    const life = async (steps: readonly Step[]) => {
      server.clock.set('2026-03-10T11:00:00Z');
      const home = await server.household();
      const lived = new Life(home, await addMedication(home, { times: ['08:00', '12:00'] }));
      for (const next of steps) await lived.take(next);
      await lived.end();
      // The household is deleted, so that the jobs of the next run do not process it.
      await server.database.asSystem((db) =>
        db.delete(accounts).where(eq(accounts.id, home.accountId)),
      );
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), life), {
      seed: SEED,
      numRuns: RUNS,
      endOnFailure: true,
    });
  },
  RUNS * MINUTE_MS,
);
