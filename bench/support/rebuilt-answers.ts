import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { connect, type Database } from '../../src/database/connect.ts';
import { findPostgres, startPostgres } from '../../src/database/testing-postgres.ts';
import { sessionGate } from '../../src/features/sessions/server.ts';
import { buildServer } from '../../src/platform/server/build-server.ts';
import { type Feature, feature } from '../../src/platform/server/feature.ts';
import { endpoint } from '../../src/platform/shared/endpoint.ts';
import { testConfig } from '../../src/testing/test-server.ts';
import { median } from './database-cpu.ts';
import { type Figure, reportFigure } from './figures.ts';

const ROUNDS = 15;

export const printLine = (line: string) => process.stdout.write(`${line}\n`);

/** A test endpoint that invalidates the cache of a household. */
const forgetful = feature(
  {
    forget: endpoint('POST /bench/forget', { who: 'user', summary: 'Forgets.' }),
  },
  { forget: async () => undefined },
);

/** Starts a server with one feature and the test endpoint. */
export function serverOf(own: Feature, database: Database, now: Date): Promise<FastifyInstance> {
  return buildServer({
    ...testConfig(),
    database,
    features: [own, forgetful],
    gate: sessionGate(database),
    now: () => now,
    title: 'Bench',
  });
}

type Answer = Awaited<ReturnType<FastifyInstance['inject']>>;

interface Comparison {
  readonly path: string;
  /** Cookies of a household without data and of one with data. */
  readonly bare: string;
  readonly full: string;
  readonly requests: number;
  /** Maximum cost of the full response, relative to the bare one. */
  readonly limit: number;
  /** Words of the printed line: its beginning, and the data of the full household. */
  readonly words: { readonly before: string; readonly full: string };
  readonly goal?: Pick<Figure, 'goal' | 'what' | 'most'>;
  isRight(answer: Answer): boolean;
}

/**
 * Compares the cost of an uncached response with and without data; returns true if it is within the
 * limit.
 */
export async function compare(app: FastifyInstance, wanted: Comparison): Promise<boolean> {
  const { bare, full, limit, words } = wanted;
  await measure(app, wanted, bare);
  await measure(app, wanted, full);
  const pairs: { bare: number; full: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Alternates, and changes the order in every round.
    const first = round % 2 === 0 ? await measure(app, wanted, full) : undefined;
    const none = await measure(app, wanted, bare);
    pairs.push({ bare: none, full: first ?? (await measure(app, wanted, full)) });
  }
  const ratio = median(pairs.map((pair) => pair.full / pair.bare));
  if (wanted.goal) reportFigure({ ...wanted.goal, figure: ratio, unit: 'times the cost of none' });
  const micro = (values: number[]) => `${Math.round(median(values) * 1000)} µs`;
  printLine(
    `${words.before}: ${micro(pairs.map((pair) => pair.full))} with ${words.full}, ` +
      `${micro(pairs.map((pair) => pair.bare))} with none, ${ratio.toFixed(2)} times ` +
      `(${ratio <= limit ? 'within' : 'OVER'} ${limit})`,
  );
  return ratio <= limit;
}

/** Returns the median milliseconds of an uncached response. */
async function measure(
  app: FastifyInstance,
  { path, requests, isRight }: Comparison,
  cookie: string,
): Promise<number> {
  const headers = { cookie };
  const taken: number[] = [];
  for (let count = 0; count < requests; count += 1) {
    await app.inject({ method: 'POST', url: '/bench/forget', headers });
    const began = performance.now();
    const answer = await app.inject({ method: 'GET', url: path, headers });
    taken.push(performance.now() - began);
    if (!isRight(answer)) throw new Error(answer.body);
  }
  return median(taken);
}

type Bench = (name: string, database: Database) => Promise<boolean>;

/** Runs a bench on the embedded database, and on PostgreSQL if available. */
export async function onBothDatabases(bench: Bench): Promise<boolean> {
  const good = [await onEmbedded(bench), await onPostgres(bench)];
  return good.every(Boolean);
}

async function onEmbedded(bench: Bench): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'grand-bench-'));
  const database = await connect({ dataDir });
  try {
    return await bench('embedded', database);
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function onPostgres(bench: Bench): Promise<boolean> {
  const found = findPostgres();
  if (found === undefined) {
    printLine('PostgreSQL: not measured, none was found');
    return true;
  }
  const postgres = await startPostgres(found);
  const database = await connect({ databaseUrl: postgres.url, dataDir: '.' });
  try {
    return await bench('PostgreSQL', database);
  } finally {
    await database.close();
    await postgres.stop();
  }
}
