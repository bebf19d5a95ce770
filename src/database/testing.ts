import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { inject } from 'vitest';
import { connect, type Database } from './connect.ts';
import { runStatement, withDatabase } from './testing-postgres.ts';

/**
 * A fresh, migrated database for a test, of the kind that the running project is about: embedded in
 * memory, or a database of its own on a PostgreSQL server. Close it in the end.
 */
export async function openTestDatabase(): Promise<Database> {
  const ground = inject('testGround');
  if (ground.kind === 'embedded') {
    return connect({ dataDir: '.', snapshot: await openAsBlob(ground.snapshotFile) });
  }
  const { url, drop } = await makeTestDatabase();
  const database = await connect({ databaseUrl: url, dataDir: '.' });
  const close = async () => {
    await database.close();
    await drop();
  };
  return { ...database, close };
}

/** Only in the PostgreSQL project: a database whose address is needed, for several processes on it. */
export async function makeTestDatabase(
  options: { empty?: boolean } = {},
): Promise<{ url: string; drop: () => Promise<void> }> {
  const ground = inject('testGround');
  if (ground.kind === 'embedded') throw new Error('This test is about PostgreSQL.');
  const name = `grand_test_${randomBytes(6).toString('hex')}`;
  const template = options.empty ? 'template0' : ground.template;
  await runStatement(ground.ownerUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return {
    url: withDatabase(ground.ownerUrl, name),
    drop: async () => {
      await runStatement(ground.ownerUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
