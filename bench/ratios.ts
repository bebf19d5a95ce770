import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findPostgres, startPostgres } from '../tests/support/postgres.ts';
import recorded from './ratios.json' with { type: 'json' };
import { compareWithBare, startBare } from './support/beside-bare.ts';
import { sum } from './support/cpu-cost.ts';
import { median } from './support/database-cpu.ts';
import { costOfLogs, productLogging, referenceLogging } from './support/dose-logging.ts';
import { polledHousehold } from './support/household.ts';
import { REFERENCE } from './support/reference.ts';

/** Maximum factor by which a ratio may exceed the recorded one. */
const SLACK = 1.25;

/**
 * Number of attempts before a ratio counts as failed, because other load on the machine may cause a
 * high ratio.
 */
const TRIES = 3;

const POLLS = { rounds: 9, requests: 2_500 };
const PRESSES = { warmUp: 600, rounds: 7, logs: 100 };

const BARE = 'bare node:http';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** CPU of the product, relative to bare node:http or the reference server. */
interface Ratio {
  readonly what: string;
  readonly recorded: number;
  measure(): Promise<number>;
}

/**
 * Fails if the product's cost relative to bare node:http or the reference exceeds the recorded
 * ratio.
 */
async function benchRatios(): Promise<boolean> {
  const found = findPostgres();
  if (found === undefined) throw new Error('This bench needs PostgreSQL or TEST_DATABASE_URL.');
  const postgres = await startPostgres(found);
  const dataDir = mkdtempSync(join(tmpdir(), 'grand-bench-'));
  const client = new pg.Client(postgres.url);
  await client.connect();
  const ends: (() => Promise<void>)[] = [];
  try {
    const product = await productLogging('this build', 'dist/server/server.js', {
      url: postgres.url,
      dataDir,
    });
    ends.push(product.server.stop);
    const reference = await referenceLogging(postgres.url);
    ends.push(reference.server.stop);
    const headers = { cookie: await polledHousehold(product.server.url) };
    const polled = { path: '/api/upcoming-medications', headers };
    const { bare, etag } = await startBare(product.server, polled);
    ends.push(bare.stop);
    const poll = async (status: 304 | 200) => {
      const known = status === 304 ? { 'if-none-match': etag } : {};
      const asked = { ...polled, headers: { ...headers, ...known }, ...POLLS };
      return (await compareWithBare(status, product.server, bare, asked)).ratio;
    };
    let next = 0;
    const costs = async (logs: number) => {
      const those = { from: next, logs };
      next += logs;
      const own = await costOfLogs(product, client, those);
      return sum(own) / sum(await costOfLogs(reference, client, those));
    };
    const press = async () => {
      if (next === 0) await costs(PRESSES.warmUp);
      const ratios: number[] = [];
      while (ratios.length < PRESSES.rounds) ratios.push(await costs(PRESSES.logs));
      return median(ratios);
    };
    const { unchangedPoll, wholePoll, press: ofPress } = recorded;
    return await within([
      { what: `304 beside ${BARE}`, recorded: unchangedPoll, measure: () => poll(304) },
      { what: `200 beside ${BARE}`, recorded: wholePoll, measure: () => poll(200) },
      { what: `a press beside ${REFERENCE}`, recorded: ofPress, measure: press },
    ]);
  } finally {
    await client.end();
    for (const end of ends) await end();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function within(ratios: readonly Ratio[]): Promise<boolean> {
  let good = true;
  for (const ratio of ratios) {
    const most = ratio.recorded * SLACK;
    const measured: number[] = [];
    do measured.push(await ratio.measure());
    while (Math.min(...measured) > most && measured.length < TRIES);
    const isWithin = Math.min(...measured) <= most;
    const tries = measured.map((each) => each.toFixed(2)).join(', ');
    const verdict = isWithin ? 'within' : 'OVER';
    say(
      `${ratio.what}: ${tries} times, recorded ${ratio.recorded} (${verdict} ${most.toFixed(2)})`,
    );
    good = good && isWithin;
  }
  return good;
}

process.exitCode = (await benchRatios()) ? 0 : 1;
