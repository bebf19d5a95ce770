import { setTimeout as sleep } from 'node:timers/promises';
import type { OwnPostgres } from '../../tests/support/postgres.ts';
import { seeded } from '../../tests/support/power-cut.ts';
import { doses, events, medications, photos } from './crash-care-writers.ts';
import { invitations, moves, order, settings, uses } from './crash-office-writers.ts';
import type { Writer } from './crash-writer.ts';
import { type Address, registerFamily } from './family-client.ts';
import { kill, type Program, type Running, start, startAndKill } from './killable-server.ts';

/** Maximum number of acknowledged writes before a server is killed. */
const MAX_WRITES = 240;
/**
 * Maximum number of writes by one writer between two restarts, because invitations have an hourly
 * limit.
 */
const MAX_OF_ONE = 50;
const MAX_MOMENT_MS = 20;
/** One in this number of servers is killed before it is ready. */
const STARTS_PER_EARLY_KILL = 5;
const MAX_START_MS = 600;
/** In one of this number of kills, PostgreSQL is killed as well, if it is used. */
const KILLS_PER_DATABASE = 3;

export interface CrashOptions extends Program {
  readonly kills: number;
  readonly seed: number;
  /** PostgreSQL server to use instead of the embedded database. */
  readonly postgres?: OwnPostgres | undefined;
  readonly onRound?: (round: number, result: CrashResult) => void;
}

export interface CrashResult {
  acknowledged: number;
  /**
   * Acknowledged writes that are missing after a crash, and writes that are stored only in part.
   */
  wrong: string[];
  /** Times from the start of a process to its first answer, in milliseconds. */
  starts: number[];
  earlyKills: number;
  databaseKills: number;
}

/**
 * Writes over HTTP with nine kinds of writers, kills the server at random moments, restarts it, and
 * checks every acknowledged write. At the end all writes are checked again.
 */
export async function crashRounds(options: CrashOptions): Promise<CrashResult> {
  const random = seeded(options.seed);
  const result = { acknowledged: 0, wrong: [], starts: [], earlyKills: 0, databaseKills: 0 };
  const noted: CrashResult = result;
  const program = { ...options, environment: environmentOf(options) };
  const all: Writer[] = [];
  let server = await start(program);
  const address: Address = { url: server.url };
  try {
    for (let round = 1; round <= options.kills; round += 1) {
      const writers = await newWriters(address);
      all.push(...writers);
      const killAll = async () => {
        const both = options.postgres !== undefined && random() < 1 / KILLS_PER_DATABASE;
        if (both) noted.databaseKills += 1;
        await Promise.all([kill(server.child), both ? options.postgres?.kill() : undefined]);
        if (both) await options.postgres?.startAgain();
      };
      noted.acknowledged += await writeUntilKilled(writers, killAll, random);
      if (random() < 1 / STARTS_PER_EARLY_KILL) {
        await startAndKill(program, random() * MAX_START_MS);
        noted.earlyKills += 1;
      }
      server = await startedAt(address, program, noted);
      noted.wrong.push(...(await wrongOf(writers)));
      options.onRound?.(round, noted);
    }
    noted.wrong.push(...(await wrongOf(all)));
  } finally {
    await kill(server.child);
  }
  return { ...noted, wrong: [...new Set(noted.wrong)] };
}

function environmentOf({ postgres, environment = {} }: CrashOptions) {
  // The server trusts `x-forwarded-for`, because each household registers from a different client
  // address.
  const proxied = { ...environment, TRUSTED_PROXIES: '127.0.0.1' };
  return postgres === undefined ? proxied : { ...proxied, DATABASE_URL: postgres.url };
}

async function startedAt(address: Address, program: Program, noted: CrashResult): Promise<Running> {
  const server = await start(program);
  address.url = server.url;
  noted.starts.push(server.readyAfter);
  return server;
}

/** Two households, so that the writers do not change each other's data. */
async function newWriters(address: Address): Promise<Writer[]> {
  const [family, office] = [await registerFamily(address), await registerFamily(address)];
  const ofFamily = [doses, medications, events, photos, settings, uses, order];
  const ofOffice = [invitations, moves];
  return [...ofFamily.map((writer) => writer(family)), ...ofOffice.map((writer) => writer(office))];
}

/** Writes until the server is killed; returns the number of acknowledged writes. */
async function writeUntilKilled(
  writers: readonly Writer[],
  killAll: () => Promise<void>,
  random: () => number,
): Promise<number> {
  let left = Math.ceil(random() * MAX_WRITES);
  let acknowledged = 0;
  let stop = () => {};
  const enough = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const ended = Promise.all(
    writers.map((writer) =>
      writeOn(writer, () => {
        acknowledged += 1;
        left -= 1;
        if (left === 0) stop();
      }),
    ),
  );
  await Promise.race([enough, ended]);
  await sleep(random() * MAX_MOMENT_MS);
  await killAll();
  await ended;
  return acknowledged;
}

async function writeOn(writer: Writer, acknowledged: () => void): Promise<void> {
  try {
    for (let count = 0; count < MAX_OF_ONE; count += 1) {
      await writer.write();
      acknowledged();
    }
  } catch (error) {
    // Errors that the kill causes: it has broken the connection or the database, so the write was
    // not acknowledged.
    const isKill = error instanceof TypeError || / answered 503: /.test(String(error));
    if (!isKill) throw error;
  }
}

async function wrongOf(writers: readonly Writer[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const writer of writers) wrong.push(...(await writer.wrong()));
  return wrong;
}
