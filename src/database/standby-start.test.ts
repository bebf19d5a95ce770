import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  findPostgres,
  type OwnPostgres,
  runStatement,
  startOwnPostgres,
  startOwnStandby,
  withDatabase,
} from '#testing/postgres.ts';
import { connect, type Database } from './connect.ts';
import { accounts } from './schema/households.ts';

const ONE = '018f0000-0000-7000-8000-000000000001';

/** A timeout that is long enough for slow machines. */
const SOON = { timeout: 20_000, interval: 20 };

const found = findPostgres();
const programs = found !== undefined && 'programs' in found ? found.programs : undefined;

// Skipped with an external server, which a test cannot stop.
describe.runIf(programs !== undefined)('start of a server with a read replica', () => {
  let primary: OwnPostgres;
  let standby: OwnPostgres;
  let url: string;
  let said: string[];
  let database: Database | undefined;
  beforeAll(async () => {
    primary = await startOwnPostgres(programs ?? '');
    await runStatement(primary.url, 'create database grand');
    await runStatement(primary.url, 'create database other');
    url = withDatabase(primary.url, 'grand');
    await (await connect({ databaseUrl: url, dataDir: '.' })).close();
    standby = await startOwnStandby(programs ?? '', primary.url);
  });
  afterEach(async () => {
    await database?.close();
    database = undefined;
  });
  afterAll(async () => {
    await standby.stop();
    await primary.stop();
  });

  async function open(databaseReplicaUrl: string): Promise<void> {
    said = [];
    const log = (line: string) => void said.push(line);
    database = await connect({ databaseUrl: url, databaseReplicaUrl, dataDir: '.', log });
  }

  /** Returns `there` if the replica answered a read, otherwise `nowhere`. */
  const where = async () => {
    const read = await database?.replica?.read(ONE, (db) => db.$count(accounts));
    return read !== undefined && 'done' in read ? 'there' : 'nowhere';
  };

  test('a start with a working replica logs nothing and reads from it', async () => {
    await open(withDatabase(standby.url, 'grand'));
    expect([said, await where()]).toEqual([[], 'there']);
  });

  test('a replica address that leads to another database or server is rejected', async () => {
    const refused = /^DATABASE_REPLICA_URL leads to another database than DATABASE_URL/;
    await expect(open(withDatabase(standby.url, 'other'))).rejects.toThrow(refused);
    const stranger = await startOwnPostgres(programs ?? '');
    await runStatement(stranger.url, 'create database grand');
    await expect(open(withDatabase(stranger.url, 'grand'))).rejects.toThrow(refused);
    await stranger.stop();
  });

  test('an unreachable replica is logged, and reads use it once it answers', async () => {
    await standby.kill();
    await open(withDatabase(standby.url, 'grand'));
    expect(said).toEqual([
      'replica unavailable, the primary answers: The database of DATABASE_REPLICA_URL does not answer (ECONNREFUSED).',
    ]);
    expect(await where()).toBe('nowhere');
    await standby.startAgain();
    await vi.waitFor(async () => expect(await where()).toBe('there'), SOON);
  });

  test('a primary or a promoted standby is logged and not used for reads', async () => {
    await open(url);
    const sentence =
      'replica unavailable, the primary answers: It is no standby: it takes changes of its own.';
    expect([said, await where()]).toEqual([[sentence], 'nowhere']);
    await database?.close();
    await open(withDatabase(standby.url, 'grand'));
    expect(await where()).toBe('there');
    await runStatement(standby.url, 'select pg_promote()');
    expect(await where()).toBe('nowhere');
    await database?.close();
    await open(withDatabase(standby.url, 'grand'));
    expect([said, await where()]).toEqual([[sentence], 'nowhere']);
  });

  test('a standby of the former primary is used only after it follows the new one', async () => {
    // Makes the log position of the standby greater than that of the new primary.
    await runStatement(url, 'create table more as select generate_series(1, 200000)');
    const other = await startOwnStandby(programs ?? '', primary.url);
    await database?.close();
    said = [];
    const promoted = withDatabase(standby.url, 'grand');
    const log = (line: string) => void said.push(line);
    const databaseReplicaUrl = withDatabase(other.url, 'grand');
    database = await connect({ databaseUrl: promoted, databaseReplicaUrl, dataDir: '.', log });
    expect(said).toEqual([expect.stringContaining('It follows another timeline.')]);
    expect(await where()).toBe('nowhere');
    await other.stop();
    await database.close();
    const anew = await startOwnStandby(programs ?? '', standby.url);
    const follows = withDatabase(anew.url, 'grand');
    database = await connect({ databaseUrl: promoted, databaseReplicaUrl: follows, dataDir: '.' });
    expect(await where()).toBe('there');
    await database.close();
    await anew.stop();
  });
});
