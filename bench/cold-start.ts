import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { Agent } from 'undici';
import {
  type ColdServer,
  coldCookie,
  forEachTablet,
  onColdServer,
  POLLED,
} from './support/cold-households.ts';
import { databaseCpu } from './support/database-cpu.ts';
import { reportFigure } from './support/figures.ts';
import type { MeasuredServer } from './support/measured-server.ts';

const { values: options } = parseArgs({
  options: {
    households: { type: 'string', default: '10000' },
    /** Polls per second of all tablets together. */
    rate: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '30' },
    /**
     * Instead of scheduled polls: number of concurrent tablets that retry until they are answered.
     */
    'at-once': { type: 'string' },
    program: { type: 'string', default: 'dist/server/server.js' },
  },
});
const HOUSEHOLDS = Number(options.households);
const RATE = Number(options.rate);
const SECONDS = Number(options.seconds);

/** A second counts as served when this share of its polls is answered in time. */
const SERVED = 0.99;
const IN_TIME_MS = 1_000;
const PATIENCE_MS = 10_000;
const TICK_MS = 10;

/** Second from which on all polls must be served. */
const GOAL = 10;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Measures how a server that has just started answers when every tablet polls it. */
function benchColdStart(): Promise<void> {
  const wanted = { households: HOUSEHOLDS, program: options.program };
  const atOnce = options['at-once'];
  return onColdServer(wanted, (cold) =>
    atOnce === undefined ? poll(cold.server) : askUntilAnswered(cold, Number(atOnce)),
  );
}

interface Second {
  sent: number;
  inTime: number;
  late: number;
  /** Rejected with a request to retry. */
  turnedAway: number;
  failed: number;
}

/** An open loop: polls are sent on schedule, independent of earlier answers. */
async function poll(server: MeasuredServer): Promise<void> {
  const agent = new Agent({ connections: 4_000, pipelining: 1, headersTimeout: PATIENCE_MS });
  const seconds: Second[] = Array.from({ length: SECONDS }, () => {
    return { sent: 0, inTime: 0, late: 0, turnedAway: 0, failed: 0 };
  });
  const before = await server.used();
  const under: Promise<unknown>[] = [];
  const from = performance.now();
  let sent = 0;
  for (let now = 0; now < SECONDS * 1_000; now = performance.now() - from) {
    const second = seconds[Math.min(SECONDS - 1, Math.floor(now / 1_000))];
    for (; second && sent < (now * RATE) / 1_000; sent += 1)
      under.push(ask(agent, server.url, sent, second));
    await wait(TICK_MS);
  }
  await Promise.all(under);
  const used = await server.used();
  await agent.close();
  say(`${HOUSEHOLDS} tablets, ${RATE} polls a second for ${SECONDS} s, at once after a start`);
  seconds.forEach(({ sent: all, inTime, late, turnedAway, failed }, at) => {
    say(
      `  second ${String(at + 1).padStart(2)}: ${all} sent, ${inTime} in time, ${late} late, ${turnedAway} told to come again, ${failed} failed`,
    );
  });
  const last = seconds.findLastIndex(({ inTime, sent: all }) => inTime < all * SERVED);
  const failed = seconds.reduce((sum, second) => sum + second.failed, 0);
  say(
    `  served again ${last === SECONDS - 1 ? 'not' : `from second ${last + 2} on`}; ${failed} of ${sent} failed`,
  );
  reportFigure({
    ...{ goal: 'cold start', what: `served again, ${RATE} polls a second`, figure: last + 2 },
    ...{ most: GOAL, unit: 's' },
  });
  reportFigure({
    goal: 'cold start',
    what: 'polls without an answer',
    figure: failed,
    most: 0,
    unit: '',
  });
  say(`  ${((used.cpu - before.cpu) / sent).toFixed(0)} µs of CPU a poll`);
}

/**
 * A closed loop: measures the CPU cost of a tablet's first answers, which other load on the machine
 * does not affect.
 */
async function askUntilAnswered(
  { server, databaseUrl }: ColdServer,
  atOnce: number,
): Promise<void> {
  const agent = new Agent({ connections: atOnce * POLLED.length });
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const database = new URL(databaseUrl).pathname.slice(1);
  const [before, databaseBefore] = [await server.used(), await databaseCpu(database, client)];
  const second: Second = { sent: 0, inTime: 0, late: 0, turnedAway: 0, failed: 0 };
  const askAgain = async (number: number) => {
    while ((await ask(agent, server.url, number, second)) === 503) await wait(TICK_MS);
  };
  const from = performance.now();
  await forEachTablet(HOUSEHOLDS, atOnce, (tablet) =>
    Promise.all(POLLED.map((_, path) => askAgain(tablet * POLLED.length + path))),
  );
  const ms = performance.now() - from;
  const used = (await server.used()).cpu - before.cpu;
  const usedThere = (await databaseCpu(database, client)) - databaseBefore;
  await client.end();
  await agent.close();
  const each = (all: number) => (all / HOUSEHOLDS).toFixed(0);
  say(
    `${HOUSEHOLDS} tablets, ${atOnce} at once: ${each(used)} µs of CPU a tablet, ${each(usedThere)} in the database, ${each(ms * 1_000)} by the clock; ${second.turnedAway} told to come again, ${second.failed} failed`,
  );
}

async function ask(agent: Agent, origin: string, number: number, second: Second) {
  second.sent += 1;
  const household = Math.floor(number / POLLED.length) % HOUSEHOLDS;
  const from = performance.now();
  try {
    const { statusCode, body } = await agent.request({
      ...{ origin, method: 'GET', path: POLLED[number % POLLED.length] ?? '' },
      headers: { cookie: coldCookie(household) },
    });
    await body.dump();
    if (statusCode === 503) second.turnedAway += 1;
    else if (statusCode !== 200) second.failed += 1;
    else if (performance.now() - from <= IN_TIME_MS) second.inTime += 1;
    else second.late += 1;
    return statusCode;
  } catch {
    second.failed += 1;
    return undefined;
  }
}

await benchColdStart();
