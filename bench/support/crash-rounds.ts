import { setTimeout as sleep } from 'node:timers/promises';
import { seeded } from '../../src/database/testing-power-cut.ts';
import { type Household, registerHousehold } from './household.ts';
import { kill, type Program, type Running, start, startAndKill } from './killable-server.ts';

const WRITERS = 4;
/** A server lives for up to so many acknowledged writes, and a moment more. */
const MOST_WRITES = 120;
const LONGEST_MOMENT_MS = 20;
/** One start in so many is killed before it is ready. */
const STARTS_PER_EARLY_KILL = 5;
const LONGEST_START_MS = 600;
const A_MINUTE = 60_000;

export interface CrashOptions extends Program {
  readonly kills: number;
  readonly seed: number;
  readonly onRound?: (round: number, result: CrashResult) => void;
}

export interface CrashResult {
  acknowledged: number;
  lost: string[];
  /** From the start of the process to its first answer, in milliseconds. */
  starts: number[];
  earlyKills: number;
}

/** What one writer was told is stored: a medication, and by minute the number in the log's notes. */
interface Written {
  medicationId: string | undefined;
  readonly logs: Map<string, number>;
}

/**
 * Writes through HTTP with several writers, kills the server at random moments, starts it again and
 * looks for every write that it had acknowledged; in the end once more for all of them.
 */
export async function crashRounds(options: CrashOptions): Promise<CrashResult> {
  const random = seeded(options.seed);
  const result: CrashResult = { acknowledged: 0, lost: [], starts: [], earlyKills: 0 };
  const all: Written[] = [];
  let server = await start(options);
  try {
    const household = await registerHousehold(server.url);
    for (let round = 1; round <= options.kills; round += 1) {
      const written = await writeUntilKilled(server, household, random);
      all.push(...written);
      result.acknowledged += written.reduce((sum, { logs }) => sum + 1 + logs.size, 0);
      if (random() < 1 / STARTS_PER_EARLY_KILL) {
        await startAndKill(options, random() * LONGEST_START_MS);
        result.earlyKills += 1;
      }
      server = await start(options);
      result.starts.push(server.readyAfter);
      result.lost.push(...(await lostOf(written, household.at(server.url))));
      options.onRound?.(round, result);
    }
    result.lost.push(...(await lostOf(all, household.at(server.url))));
  } finally {
    await kill(server.child);
  }
  result.lost = [...new Set(result.lost)];
  return result;
}

async function writeUntilKilled(
  server: Running,
  household: Household,
  random: () => number,
): Promise<Written[]> {
  const written = Array.from(
    { length: WRITERS },
    (): Written => ({
      medicationId: undefined,
      logs: new Map(),
    }),
  );
  let left = Math.ceil(random() * MOST_WRITES);
  let stop = () => {};
  const enough = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const acknowledged = () => {
    left -= 1;
    if (left === 0) stop();
  };
  const ended = Promise.all(
    written.map((mine) => write(mine, household.at(server.url), acknowledged)),
  );
  await Promise.race([enough, ended]);
  await sleep(random() * LONGEST_MOMENT_MS);
  await kill(server.child);
  await ended;
  return written;
}

/** Adds a medication and logs dose after dose of it, some of them twice, until the server is gone. */
async function write(mine: Written, household: Household, acknowledged: () => void): Promise<void> {
  try {
    mine.medicationId = await household.addMedication();
    acknowledged();
    const newest = Math.floor(Date.now() / A_MINUTE) * A_MINUTE;
    for (let number = 1; number < 1000; number += 1) {
      // Every third one changes the log before it.
      const minute = newest - (number - (number % 3 === 0 ? 1 : 0)) * A_MINUTE;
      const scheduledTime = new Date(minute).toISOString();
      await household.logDose(mine.medicationId, scheduledTime, String(number));
      mine.logs.set(scheduledTime, number);
      acknowledged();
    }
  } catch (error) {
    // The connection broke under the kill: what was under way was not acknowledged.
    if (!(error instanceof TypeError)) throw error;
  }
}

async function lostOf(written: Written[], household: Household): Promise<string[]> {
  const lost: string[] = [];
  const known = new Set(await household.medicationIds());
  for (const { medicationId, logs } of written) {
    if (medicationId === undefined) continue;
    if (!known.has(medicationId)) lost.push(`medication ${medicationId}`);
    const stored = await household.logsOf(medicationId);
    for (const [scheduledTime, number] of logs) {
      // A change that was not acknowledged may have been stored all the same.
      const notes = stored.get(scheduledTime);
      if (notes === undefined || Number(notes) < number) {
        lost.push(`log ${number} of ${medicationId} at ${scheduledTime}`);
      }
    }
  }
  return lost;
}
