import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { connect, type Database } from '#database/connect.ts';
import {
  backupFromServer,
  openBackup,
  restoreBackup,
  saveBackup,
  takeBackup,
} from '#features/backup/server.ts';
import { incomingFolder } from '#kit/server/storage/temp-files.ts';
import { storeFor } from '../build-app.ts';
import type { Config } from '../config.ts';
import { isInUse, NotDone, openDatabase } from './open-database.ts';
import type { Terminal } from './terminal.ts';

/** Writes everything that the server holds to a new file, whether the server runs or not. */
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

async function writeBackup(config: Config, terminal: Terminal, output: Writable): Promise<void> {
  const database = await openUnlessInUse(config);
  if (database === undefined) {
    terminal.say('The running server makes the backup.');
    if (await backupFromServer(config.dataDir, output)) return;
    throw new NotDone(
      `Another process holds the database in ${config.dataDir}, and it is no running server.`,
    );
  }
  try {
    const store = await storeFor(config);
    const incoming = incomingFolder(config.dataDir);
    await takeBackup({ database, store, incoming, now: terminal.now }, output);
  } finally {
    await database.close();
  }
}

/** Undefined while a running server holds the embedded one. */
async function openUnlessInUse(config: Config): Promise<Database | undefined> {
  try {
    return await openDatabase(config);
  } catch (error) {
    if (isInUse(error)) return undefined;
    throw error;
  }
}

/** Verifies a backup and brings it into this server, which must be empty and stopped. */
export async function restore(
  { file, isMove }: { readonly file: string; readonly isMove: boolean },
  config: Config,
  terminal: Terminal,
): Promise<void> {
  const path = whereTyped(file, terminal);
  terminal.say('Verifying the backup. Nothing is touched meanwhile.');
  const backup = await openBackup(path);
  let paired: number | undefined;
  try {
    const database = await connect({ ...config, log: terminal.say });
    try {
      const store = await storeFor(config);
      const incoming = incomingFolder(config.dataDir);
      terminal.say('Restoring.');
      paired = await restoreBackup(backup, { database, store, incoming, isMove });
    } catch (error) {
      throw asSentence(error, 'Nothing was restored');
    } finally {
      await database.close();
    }
  } finally {
    await backup.zip.close();
  }
  terminal.say(`Restored ${contentsOf(backup.manifest)}. Start the server now.`);
  if (paired !== undefined) for (const line of endedMessage(paired)) terminal.say(line);
}

/** What is not as it was, and what may be though somebody has ended it since. */
function endedMessage(paired: number): string[] {
  return [
    'The family signs in again, with the passwords of the backup. Links, codes and calendar addresses from before it are of no use any more.',
    `Elders stay signed in on ${counted(paired, 'device')}, so that no tablet stops reminding: also on one that was signed out after the backup was made. Ask the families to look at the devices of each elder in the panel, and to sign out there what is not theirs.`,
  ];
}

/** npm runs a command in the folder of the product, wherever it was typed. */
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

/** What the system says of a disk or a folder is enough; anything else is needed whole. */
function asSentence(error: unknown, what: string): unknown {
  const isOfDisk = error instanceof Error && 'syscall' in error && error.syscall !== 'connect';
  return isOfDisk ? new NotDone(`${what}: ${error.message}.`) : error;
}
