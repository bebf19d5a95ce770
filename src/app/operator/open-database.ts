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

/** A running server, or another command, holds the embedded database. */
export function isInUse(error: unknown): boolean {
  return error instanceof Error && error.name === 'FolderInUse';
}
