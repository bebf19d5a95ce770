import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type Database } from '#database/connect.ts';
import type { Config } from '../app/config.ts';

/** Thrown if a command cannot be done; the message is for the operator. */
export class NotDone extends Error {
  override name = 'NotDone';
}

/**
 * Opens an existing database. It never creates one, because after a wrong DATA_DIR the new database
 * would look like a server without households.
 */
export async function openDatabase(config: Config): Promise<Database> {
  const folder = join(config.dataDir, 'database');
  if (config.databaseUrl === undefined && !existsSync(join(folder, 'PG_VERSION'))) {
    throw new NotDone(`There is no database in ${folder} yet. Start the application once first.`);
  }
  return connect(config);
}

interface Places<T> {
  readonly open: () => Promise<Database>;
  readonly here: (database: Database) => Promise<T>;
  /**
   * Does the work in the server that has the embedded database open; throws `inUse` if no server
   * answers.
   */
  readonly there: (inUse: unknown) => Promise<T>;
}

/**
 * Does the work where the database is open: in this process, or in the process that has the
 * embedded database open.
 */
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

/** True if a running server or another command has the embedded database open. */
export function isInUse(error: unknown): boolean {
  return error instanceof Error && error.name === 'FolderInUse';
}
