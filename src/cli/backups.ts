import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { connect } from '#database/connect.ts';
import {
  backupFromServer,
  loadOffsite,
  openBackup,
  type RestoreParts,
  restoreBackup,
  saveBackup,
  takeBackup,
} from '#features/backup/server.ts';
import type { LineRoutes } from '#platform/server/operator-line.ts';
import { incomingFolder } from '#platform/server/storage/temp-files.ts';
import { storeFor } from '../app/build-app.ts';
import type { Config } from '../app/config.ts';
import { NotDone, openDatabase, whereItIs } from './open-database.ts';
import { askServer, reply } from './run-command.ts';
import type { Terminal } from './terminal.ts';

/** Writes all data of the server to a new file, whether the server runs or not. */
export async function backUp(file: string, config: Config, terminal: Terminal): Promise<void> {
  const path = whereTyped(file, terminal);
  try {
    await saveBackup(path, (output) => writeBackup(config, terminal, output));
  } catch (error) {
    throw asSentence(error, 'The backup could not be written');
  }
  terminal.say('Reading it once more.');
  const { manifest, zip } = await openBackup(path);
  await zip.close();
  terminal.say(`${path} holds ${contentsOf(manifest)}.`);
  if (manifest.lost.length === 0) return;
  const lost = counted(manifest.lost.length, 'file');
  terminal.complain(`Lost, though the database names them: ${lost}, such as ${manifest.lost[0]}.`);
}

function writeBackup(config: Config, terminal: Terminal, output: Writable): Promise<void> {
  const { dataDir } = config;
  return whereItIs({
    open: () => openDatabase(config),
    async here(database) {
      const store = await storeFor(config);
      const incoming = incomingFolder(dataDir);
      await takeBackup({ database, store, incoming, now: terminal.now }, output);
    },
    async there() {
      terminal.say('The running server makes the backup.');
      if (await backupFromServer(dataDir, output)) return;
      throw new NotDone(
        `Another process holds the database in ${dataDir}, and it is no running server.`,
      );
    },
  });
}

/** Verifies a backup and restores it into this server. Refuses if the server has data. */
export async function restore(
  { file, isMove }: { readonly file: string; readonly isMove: boolean },
  config: Config,
  terminal: Terminal,
): Promise<void> {
  const night = /^offsite:(.+)$/.exec(file)?.[1];
  if (night === undefined) return restoreFile(whereTyped(file, terminal), isMove, config, terminal);
  const path = await fetchOffsite(night, config, terminal);
  try {
    await restoreFile(path, isMove, config, terminal);
  } finally {
    await rm(path, { force: true });
  }
}

export async function listOffsite({ offsite }: Config): Promise<string[]> {
  if (offsite === undefined) throw new NotDone(NO_OFFSITE);
  const { offsiteNights } = await loadOffsite();
  const nights = await offsiteNights(offsite);
  return nights.length > 0 ? nights : [`There is no backup in the bucket ${offsite.bucket} yet.`];
}

const NO_OFFSITE = 'BACKUP_S3_BUCKET is not set: there is no other place for backups.';

async function fetchOffsite(night: string, config: Config, terminal: Terminal): Promise<string> {
  const { offsite, dataDir } = config;
  if (offsite === undefined) throw new NotDone(NO_OFFSITE);
  const { readOffsite } = await loadOffsite();
  terminal.say(`Fetching the backup of ${night}.`);
  await mkdir(incomingFolder(dataDir), { recursive: true });
  const path = join(incomingFolder(dataDir), `restore-${process.pid}.zip`);
  try {
    await pipeline(await readOffsite(night, offsite), createWriteStream(path, { mode: 0o600 }));
    return path;
  } catch (error) {
    await rm(path, { force: true });
    throw asSentence(error, 'The backup could not be fetched');
  }
}

async function restoreFile(
  path: string,
  isMove: boolean,
  config: Config,
  terminal: Terminal,
): Promise<void> {
  terminal.say('Verifying the backup. Nothing is touched meanwhile.');
  const backup = await openBackup(path);
  let restored: Restored;
  try {
    restored = await bringIn({ backup, path, isMove }, config, terminal);
  } finally {
    await backup.zip.close();
  }
  const { next, paired } = restored;
  terminal.say(`Restored ${contentsOf(backup.manifest)}. ${next}`);
  if (paired !== undefined) for (const line of endedMessage(paired)) terminal.say(line);
}

const START_ONE = 'Servers that run on this database go on with it; start one where none runs.';

/** Number of elders' devices that are still paired; undefined for a move, which ends no session. */
const outcome = z.object({ paired: z.number().optional() });

/** `next` tells the operator the next step. */
type Restored = z.output<typeof outcome> & { readonly next: string };

interface Order {
  readonly backup: Awaited<ReturnType<typeof openBackup>>;
  readonly path: string;
  readonly isMove: boolean;
}

/**
 * Restores over a separate connection, or in the running server if that has the embedded database
 * open.
 */
function bringIn(
  { backup, path, isMove }: Order,
  config: Config,
  terminal: Terminal,
): Promise<Restored> {
  const { dataDir } = config;
  return whereItIs<Restored>({
    open: () => connect({ ...config, log: terminal.say }),
    async here(database) {
      terminal.say('Restoring.');
      try {
        const parts = {
          database,
          store: await storeFor(config),
          incoming: incomingFolder(dataDir),
        };
        const paired = await restoreBackup(backup, { ...parts, isMove });
        return { paired, next: database.kind === 'postgres' ? START_ONE : 'Start the server now.' };
      } catch (error) {
        throw asSentence(error, 'Nothing was restored');
      }
    },
    async there(inUse) {
      terminal.say('The running server restores it.');
      const asked = { dataDir, path: RESTORE_PATH, sent: { path, isMove } };
      const said = outcome.parse(await askServer(asked, inUse));
      return { ...said, next: 'The running server goes on with it.' };
    },
  });
}

const RESTORE_PATH = '/restore';
const restoreOrder = z.object({ path: z.string(), isMove: z.boolean() });

/**
 * Lets the running server restore a backup file that is on this machine. Refuses if the server has
 * data.
 */
export function restoreRoute(parts: Omit<RestoreParts, 'isMove'>): LineRoutes {
  return {
    [RESTORE_PATH]: (asked, answer) =>
      reply(answer, async () => {
        const { path, isMove } = restoreOrder.parse(asked);
        try {
          const backup = await openBackup(path);
          try {
            return { paired: await restoreBackup(backup, { ...parts, isMove }) };
          } finally {
            await backup.zip.close();
          }
        } catch (error) {
          throw asSentence(error, 'Nothing was restored');
        }
      }),
  };
}

/**
 * Tells the operator which access has ended, and which access may exist again although it was
 * revoked after the backup.
 */
function endedMessage(paired: number): string[] {
  return [
    'The family signs in again, with the passwords of the backup. Links, codes and calendar addresses from before it are of no use any more.',
    `Elders stay signed in on ${counted(paired, 'device')}, so that no tablet stops reminding: also on one that was signed out after the backup was made. Ask the families to look at the devices of each elder in the panel, and to sign out there what is not theirs.`,
  ];
}

/**
 * Resolves the path relative to INIT_CWD, the folder in which the command was typed, because npm
 * runs commands in the product's folder.
 */
function whereTyped(file: string, { environment }: Terminal): string {
  return resolve(environment.INIT_CWD ?? '.', file);
}

type Contents = Awaited<ReturnType<typeof openBackup>>['manifest'];

function contentsOf({ tables, files }: Contents): string {
  const of = (table: string) => tables.find(({ name }) => name === table)?.rows ?? 0;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const what = [counted(of('accounts'), 'household'), counted(rows, 'row')];
  return `${what.join(', ')} and ${counted(files.length, 'file')}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/**
 * Converts an error of the disk to a message without a stack. Other errors are returned unchanged.
 */
function asSentence(error: unknown, what: string): unknown {
  const isOfDisk = error instanceof Error && 'syscall' in error && error.syscall !== 'connect';
  return isOfDisk ? new NotDone(`${what}: ${error.message}.`) : error;
}
