import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { Agent } from 'undici';
import { writingDown } from '../src/database/announcement-rows.ts';
import { notify } from '../src/database/notify-carrier.ts';
import { startBare } from './support/beside-bare.ts';
import {
  type ColdServer,
  coldCookie,
  forEachTablet,
  onColdServer,
  POLLED,
} from './support/cold-households.ts';
import { median } from './support/database-cpu.ts';
import { reportFigure } from './support/figures.ts';
import type { MeasuredServer } from './support/measured-server.ts';
import { type Answers, openLoop } from './support/open-loop.ts';

const { values: options } = parseArgs({
  options: {
    tablets: { type: 'string', default: '100000' },
    /** Seconds of each round, alternating between the server and bare node:http. */
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
  },
});
const TABLETS = Number(options.tablets);
const SECONDS = Number(options.seconds);
const ROUNDS = Number(options.rounds);

/** Each tablet sends each of its requests once a minute. */
const PER_SECOND = (TABLETS * POLLED.length) / 60;
const AT_ONCE = 100;
const COME_AGAIN_MS = 100;

/**
 * Number of tablets whose sessions and answers are invalidated at once, and seconds of observation.
 */
const FORGOTTEN = Math.min(10_000, TABLETS);
const FORGOTTEN_SECONDS = 10;
const FORGOTTEN_AT = 3;

const GOALS = { KiB: 6, cpu: 1.5, p99: 2 };

/**
 * 8 KB of CACHE_MB for each household, as in the README, and one session for each tablet. The
 * defaults allow 100,000 sessions and the answers of about 44,000 of these households.
 */
const CACHES = {
  CACHE_MB: String(Math.max(256, Math.ceil((TABLETS * 8) / 1_000))),
  CACHED_SESSIONS: String(Math.max(100_000, TABLETS)),
};

const say = (line: string) => process.stdout.write(`${line}\n`);
const POLLS = `polls of ${TABLETS.toLocaleString('en')} tablets`;

/** Measures many polling tablets on one server: memory of each, CPU of a poll, and latency. */
function benchManyTablets(): Promise<void> {
  return onColdServer({ households: TABLETS, environment: CACHES }, async (cold) => {
    const { server } = cold;
    const before = await server.settle();
    const began = performance.now();
    const etags = await askOnce(server);
    say(`${TABLETS} tablets asked once, in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
    const after = await server.settle();
    const each = (bytes: number) => bytes / TABLETS / 1_024;
    const held = each(after.held - before.held);
    const resident = each(after.memory - before.memory);
    say(
      `  a cached household: ${held.toFixed(2)} KiB of heap and buffers (at most ${GOALS.KiB}), ${resident.toFixed(2)} KiB resident`,
    );
    const what = 'a cached household';
    reportFigure({ goal: 'P8', what, figure: held, most: GOALS.KiB, unit: 'KiB' });
    await comparePolls(server, etags);
    await forget(cold, etags);
  });
}

/** ETags by tablet and request. */
type Etags = readonly string[];

/** Sends the first requests of every tablet; returns their ETags. */
async function askOnce({ url: origin }: MeasuredServer): Promise<Etags> {
  const agent = new Agent({ connections: AT_ONCE * POLLED.length });
  const etags = new Array<string>(TABLETS * POLLED.length).fill('');
  const ask = async (tablet: number, call: number): Promise<void> => {
    const path = POLLED[call] ?? '';
    const asked = { origin, path, method: 'GET', headers: { cookie: coldCookie(tablet) } } as const;
    const { statusCode, headers, body } = await agent.request(asked);
    await body.dump();
    if (statusCode === 503) {
      await wait(COME_AGAIN_MS);
      return ask(tablet, call);
    }
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
    etags[tablet * POLLED.length + call] = String(headers.etag);
  };
  await forEachTablet(TABLETS, AT_ONCE, (tablet) =>
    Promise.all(POLLED.map((_, call) => ask(tablet, call))),
  );
  await agent.close();
  return etags;
}

/** Returns the poll with that number, in a cycle over all tablets, with its ETag. */
function requestOf(number: number, etag: string): string {
  const tablet = Math.floor(number / POLLED.length) % TABLETS;
  return `GET ${POLLED[number % POLLED.length]} HTTP/1.1\r\nHost: localhost\r\nCookie: ${coldCookie(tablet)}\r\nIf-None-Match: ${etag}\r\n\r\n`;
}

/**
 * Compares unchanged polls with bare node:http, alternating, with equal requests and answers of
 * equal length.
 */
async function comparePolls(server: MeasuredServer, etags: Etags): Promise<void> {
  const own = { path: POLLED[0], headers: { cookie: coldCookie(0) } };
  const { bare, etag } = await startBare(server, own);
  const rounds: { own: Round; bare: Round }[] = [];
  const before = await server.used();
  for (let round = 0; round < ROUNDS; round += 1) {
    // Continues in the cycle of tablets.
    const first = Math.round(round * PER_SECOND * SECONDS);
    const etagOf = (number: number) => etags[number % etags.length] ?? '';
    const each = await poll(server, first, etagOf);
    rounds.push({ own: each, bare: await poll(bare, first, () => etag) });
  }
  const all = (await server.used()).cpu - before.cpu;
  await bare.stop();
  const polls = rounds.reduce((sum, { own: { count } }) => sum + count, 0);
  say(`${POLLS}, ${PER_SECOND.toFixed(0)} a second, ${ROUNDS} rounds of ${SECONDS} s, turn about`);
  for (const round of rounds) say(`  ${wordsOf(round.own)}; bare ${wordsOf(round.bare)}`);
  say(`  ${(all / polls).toFixed(1)} µs of CPU a poll with all that the server did meanwhile`);
  const ratio = (of: (round: Round) => number) =>
    median(rounds.map((round) => of(round.own) / of(round.bare)));
  const unit = 'times bare node:http';
  const [cpu, p99] = [ratio((round) => round.cpu), ratio((round) => round.p99)];
  const errors = rounds.reduce((sum, round) => sum + round.own.errors, 0);
  say(
    `  CPU ${cpu.toFixed(2)} times, p99 ${p99.toFixed(2)} times bare node:http, ${errors} errors`,
  );
  reportFigure({ goal: 'P6', what: `${POLLS}, CPU`, figure: cpu, most: GOALS.cpu, unit });
  reportFigure({ goal: 'P6', what: `${POLLS}, p99`, figure: p99, most: GOALS.p99, unit });
  reportFigure({ goal: 'P6', what: `${POLLS}, errors`, figure: errors, most: 0, unit: '' });
}

interface Round {
  readonly count: number;
  /** Microseconds per poll. */
  readonly cpu: number;
  readonly p99: number;
  readonly errors: number;
}

async function poll(
  server: MeasuredServer,
  first: number,
  etagOf: (number: number) => string,
): Promise<Round> {
  const before = await server.used();
  const answers = await openLoop(server.url, {
    perSecond: PER_SECOND,
    seconds: SECONDS,
    requestOf: (number) => requestOf(first + number, etagOf(first + number)),
  });
  const used = (await server.used()).cpu - before.cpu;
  const count = answers.statuses.length;
  return { count, cpu: used / count, ...summed(answers) };
}

function summed({ statuses, took }: Answers) {
  return {
    p99: took.toSorted()[Math.floor(took.length * 0.99)] ?? Number.NaN,
    errors: statuses.reduce((sum, status) => sum + (status === 304 ? 0 : 1), 0),
  };
}

function wordsOf({ cpu, p99, errors }: Round): string {
  return `${cpu.toFixed(1)} µs, p99 ${p99.toFixed(2)} ms, ${errors} errors`;
}

/**
 * Simulates another server that invalidates the sessions of many households, and thereby their
 * answers. The households are spread over all tablets, as with sessions that expire at once.
 */
async function forget({ server, databaseUrl }: ColdServer, etags: Etags): Promise<void> {
  const asked = openLoop(server.url, {
    perSecond: PER_SECOND,
    seconds: FORGOTTEN_SECONDS,
    requestOf: (number) => requestOf(number, etags[number % etags.length] ?? ''),
  });
  await wait(FORGOTTEN_AT * 1_000);
  await announceForgotten(databaseUrl);
  const { statuses, took } = await asked;
  const words = `${FORGOTTEN.toLocaleString('en')} sessions expire together`;
  say(`${words}, and their households' answers, in second ${FORGOTTEN_AT + 1}`);
  for (let second = 0; second < FORGOTTEN_SECONDS; second += 1) {
    const part = [second, second + 1].map((at) => Math.round(at * PER_SECOND));
    const of = summed({ statuses: statuses.slice(...part), took: took.slice(...part) });
    say(`  second ${second + 1}: p99 ${of.p99.toFixed(2)} ms, ${of.errors} errors`);
  }
  const { errors } = summed({ statuses, took });
  reportFigure({ goal: 'P6', what: `${words}, errors`, figure: errors, most: 0, unit: '' });
}

/**
 * Inserts and publishes in one transaction, so that the polling of rows does not deliver the
 * messages again.
 */
async function announceForgotten(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query('set app.system = on');
    const { rows } = await client.query(
      `select account_id as "accountId", 'sessions' as what from sessions where kind = 'tablet'
        order by account_id limit $1`,
      [FORGOTTEN],
    );
    const { ids, statement } = writingDown('bench', rows);
    await client.query('begin');
    await client.query(statement);
    await notify(client, ids, { query_timeout: 10_000 });
    await client.query('commit');
  } finally {
    await client.end();
  }
}

await benchManyTablets();
