import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type Database } from '#database/connect.ts';
import type { Config } from '../config.ts';

/** A command that cannot be done; the sentence is for the operator. */
export class NotDone extends Error {
  override name = 'NotDone';
}

/** Never makes a new one: a wrong DATA_DIR would look like a server without households. */
export async function openDatabase(config: Config): Promise<Database> {
  const folder = join(config.dataDir, 'database');
  if (config.databaseUrl === undefined && !existsSync(join(folder, 'PG_VERSION'))) {
    throw new NotDone(`There is no database in ${folder} yet. Start the application once first.`);
  }
  return connect(config);
}

/** Where a command does its work. */
interface Places<T> {
  readonly open: () => Promise<Database>;
  readonly here: (database: Database) => Promise<T>;
  /** In the running server that holds the embedded database; `inUse` where none answers. */
  readonly there: (inUse: unknown) => Promise<T>;
}

/** Does it where the database is: here, or in the process that holds the embedded one. */
export async function whereItIs<T>({ open, here, there }: Places<T>): Promise<T> {
  let database: Database;
  try {
    database = await open();
  } catch (error) {
    if (!isInUse(error)) throw error;
    return there(error);
  }
  try {
    return await here(database);
  } finally {
    await database.close();
  }
}

/** A running server, or another command, holds the embedded database. */
export function isInUse(error: unknown): boolean {
  return error instanceof Error && error.name === 'FolderInUse';
}
