import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { JobContext, ScheduledJob } from '#platform/server/feature.ts';
import type { FileStore } from '#platform/server/storage/file-store.ts';
import { incomingFolder } from '#platform/server/storage/temp-files.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { codeOf, messageOf } from '#platform/shared/failures.ts';
import { nameOfNight, nightOf, nightsIn, nightsToRemove, nightsUntil } from '../domain/schedule.ts';
import { saveBackup, UNFINISHED } from './save-backup.ts';
import { takeBackup } from './take-backup.ts';

export interface NightlyParts {
  readonly backupDir: string;
  readonly dataDir: string;
  readonly store: FileStore;
}

/** A failed backup is retried hourly without limit. */
const RETRY_MS = HOUR_MS;

/** Makes the backup of each night, also of one that passed while the server was down. */
export function nightlyBackupJob(parts: NightlyParts): ScheduledJob {
  return {
    name: 'nightly backup',
    everyMs: MINUTE_MS,
    retryMs: RETRY_MS,
    async run(round) {
      const now = round.now();
      try {
        await makeIfMissing(parts, round, now);
      } catch (error) {
        await noteFailure(parts.dataDir, now, error);
        throw error;
      }
    },
  };
}

async function makeIfMissing(parts: NightlyParts, round: JobContext, now: Date): Promise<void> {
  const { backupDir, dataDir, store } = parts;
  const night = nightOf(now);
  await mkdir(backupDir, { recursive: true });
  const names = await readdir(backupDir);
  if (names.includes(nameOfNight(night))) return;
  await removeUnfinished(backupDir, names, now);
  const { database } = round;
  const making = { database, store, incoming: incomingFolder(dataDir), now: () => now };
  await saveBackup(join(backupDir, nameOfNight(night)), (output) => takeBackup(making, output));
  await rm(failureFile(dataDir), { force: true });
  round.log.info({ night }, 'nightly backup finished');
  const nights = nightsIn([...names, nameOfNight(night)]);
  for (const old of nightsToRemove(nights, night)) {
    await rm(join(backupDir, nameOfNight(old)), { force: true });
  }
}

/** An unfinished file stays for a day, because another server may still be writing it. */
async function removeUnfinished(folder: string, names: readonly string[], now: Date) {
  for (const name of names.filter((any) => UNFINISHED.test(any))) {
    const path = join(folder, name);
    const written = await stat(path).catch(() => undefined);
    if (written === undefined || now.getTime() - written.mtimeMs < DAY_MS) continue;
    await rm(path, { force: true });
  }
}

const failure = z.object({ at: z.string(), reason: z.string() });

/**
 * Returns the path of the failure file. It is in the server's data folder, because the backup
 * folder itself may be the problem.
 */
function failureFile(dataDir: string): string {
  return join(dataDir, 'backup-failed.json');
}

async function noteFailure(dataDir: string, now: Date, error: unknown): Promise<void> {
  const told: z.infer<typeof failure> = { at: now.toISOString(), reason: messageOf(error) };
  // An error of this write is ignored, so that the original error is rethrown and logged in any
  // case.
  await writeFile(failureFile(dataDir), JSON.stringify(told), { mode: 0o600 }).catch(
    () => undefined,
  );
}

export interface BackupState {
  /** Newest night, YYYY-MM-DD; undefined if there is none. */
  readonly newest: string | undefined;
  /** The newest night in the future, whose backup was made while the clock was wrong. */
  readonly future: string | undefined;
  /** True if neither of the last two nights has a backup. */
  readonly isOld: boolean;
  /** Error of the last attempt; undefined if it succeeded. */
  readonly failure: { readonly at: string; readonly reason: string } | undefined;
}

/**
 * Returns the state of the nightly backups. Rejects if the folder cannot be read; a missing folder
 * counts as empty.
 */
export async function backupState(
  { backupDir, dataDir }: Pick<NightlyParts, 'backupDir' | 'dataDir'>,
  now: Date,
): Promise<BackupState> {
  const nights = nightsIn(await readdir(backupDir).catch(emptyWhereAbsent));
  const [newest] = nightsUntil(nights, nightOf(now));
  const twoNightsAgo = nightOf(new Date(now.getTime() - DAY_MS));
  const note = await readFile(failureFile(dataDir), 'utf8').catch(() => undefined);
  return {
    newest,
    future: nights.find((night) => night > nightOf(now)),
    isOld: newest !== undefined && newest < twoNightsAgo,
    failure: note === undefined ? undefined : failure.parse(JSON.parse(note)),
  };
}

function emptyWhereAbsent(error: unknown): string[] {
  if (codeOf(error) === 'ENOENT') return [];
  throw error;
}
