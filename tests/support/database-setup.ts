import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type {} from 'vitest';
import type { TestProject } from 'vitest/node';
import { connect } from '../../src/database/connect.ts';
import { makeSnapshot } from '../../src/database/embedded.ts';
import { migrationsFolder } from '../../src/database/migrate.ts';
import { findPostgres, runStatement, startPostgres, withDatabase } from './postgres.ts';

/**
 * The database that all test files of one run copy. The name of the test project determines its
 * kind.
 */
export type TestGround =
  | { kind: 'embedded'; snapshotFile: string }
  | { kind: 'postgres'; ownerUrl: string; template: string };

declare module 'vitest' {
  interface ProvidedContext {
    testGround: TestGround;
  }
}

const CACHE = '.cache';
const OWNER = 'grand_test_owner';

/** Runs once before the files of a project: creates one migrated database that each test copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  mkdirSync(CACHE, { recursive: true });
  if (project.name === 'server-postgres') return setUpPostgres(project);
  project.provide('testGround', { kind: 'embedded', snapshotFile: await snapshotFile() });
  return async () => undefined;
}

async function setUpPostgres(project: TestProject): Promise<() => Promise<void>> {
  const { ownerUrl, template, version, drop } = await makeTemplate();
  writeFileSync(join(CACHE, 'test-postgres-version'), version);
  project.provide('testGround', { kind: 'postgres', ownerUrl, template });
  return drop;
}

/** Creates a migrated template database on a PostgreSQL server; `drop` also drops its copies. */
export async function makeTemplate() {
  const found = findPostgres();
  if (!found) throw new Error('No PostgreSQL was found.');
  const server = await startPostgres(found);
  const template = `grand_test_${process.pid}_${Date.now()}`;
  const ownerUrl = await makeOwner(server.url);
  await runStatement(ownerUrl, `CREATE DATABASE ${template}`);
  const database = await connect({
    databaseUrl: withDatabase(ownerUrl, template),
    dataDir: '.',
  });
  await database.close();
  const { rows } = await runStatement(server.url, 'SHOW server_version');
  const drop = async () => {
    // Drops all databases whose names start with that of the template: the template itself and its
    // copies in the pool of the tests.
    const made = await runStatement(
      ownerUrl,
      `SELECT datname FROM pg_database WHERE datname LIKE '${template}%'`,
    );
    for (const { datname } of made.rows) {
      await runStatement(ownerUrl, `DROP DATABASE ${datname} WITH (FORCE)`);
    }
    await server.stop();
  };
  return { ownerUrl, template, version: String(rows[0]?.server_version), drop };
}

/**
 * Creates a database user with the same rights as in production: not a superuser, but allowed to
 * create roles.
 */
async function makeOwner(url: string): Promise<string> {
  const name = new URL(url).pathname.slice(1) || 'postgres';
  await runStatement(
    url,
    `DO $$ BEGIN
      CREATE ROLE ${OWNER} LOGIN CREATEDB CREATEROLE PASSWORD '${OWNER}';
    EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
  );
  return withDatabase(url, name, OWNER);
}

/**
 * Returns the path of the snapshot. The file is rebuilt only when the migrations or PGlite have
 * changed.
 */
export async function snapshotFile(): Promise<string> {
  const file = join(CACHE, `test-database-${fingerprint()}.tar`);
  if (existsSync(file)) return file;
  const snapshot = await makeSnapshot();
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, Buffer.from(await snapshot.arrayBuffer()));
  removeOlder(/^test-database-\w+\.tar$/, file);
  putUnlessThere(unfinished, file);
  return file;
}

/**
 * Copies a migrated database without a household into a data folder, which is then in the same
 * state as after a first start. The copy takes a hundredth of the time.
 */
export async function layDatabase(dataDir: string): Promise<void> {
  const folder = join(CACHE, `test-folder-${fingerprint()}`);
  if (!existsSync(folder)) {
    const unfinished = `${folder}.${process.pid}`;
    await (await connect({ dataDir: unfinished })).close();
    removeOlder(/^test-folder-\w+$/, folder);
    try {
      renameSync(unfinished, folder);
    } catch (error) {
      // Another worker has created the folder meanwhile, so this one is discarded.
      if (!existsSync(folder)) throw error;
      rmSync(unfinished, { recursive: true });
    }
  }
  cpSync(join(folder, 'database'), join(dataDir, 'database'), { recursive: true });
}

/**
 * Removes files of earlier migrations. Unfinished files of other processes do not match, because
 * their names end with a process id.
 */
function removeOlder(names: RegExp, kept: string): void {
  for (const name of readdirSync(CACHE)) {
    const path = join(CACHE, name);
    if (names.test(name) && path !== kept) rmSync(path, { recursive: true, force: true });
  }
}

/** Never replaces an existing file, because another process may be reading it. */
function putUnlessThere(unfinished: string, file: string): void {
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(unfinished);
  }
}

function fingerprint(): string {
  const hash = createHash('sha256');
  const folder = migrationsFolder();
  for (const name of readdirSync(folder)
    .filter((entry) => entry.endsWith('.sql'))
    .sort()) {
    hash.update(name).update(readFileSync(join(folder, name)));
  }
  for (const file of ['row-security.ts', 'partitions.ts'])
    hash.update(readFileSync(join(folder, '..', file)));
  hash.update(readFileSync('node_modules/@electric-sql/pglite/package.json'));
  return hash.digest('hex').slice(0, 16);
}
