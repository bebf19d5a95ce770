import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { connect } from '#database/connect.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import {
  findPostgres,
  type OwnPostgres,
  runStatement,
  startOwnPostgres,
  startOwnStandby,
  withDatabase,
} from '#testing/postgres.ts';
import { EXAMPLE_PASSWORD } from '#testing/registration.ts';
import { asking, expectStatus } from '#testing/test-server.ts';
import { lookAtReplica } from '../../src/cli/look-at-replica.ts';
import { rowsOf, unpacked } from '../support/household.ts';
import {
  registered,
  type StartedServer,
  type TestServers,
  testServers,
} from '../support/servers.ts';

/** Generous for slow machines. */
const SOON = { timeout: 20_000, interval: 20 };

const found = findPostgres();
const programs = found !== undefined && 'programs' in found ? found.programs : undefined;

/** Paths of all calls that a replica may answer, except the download. */
const LISTS = [
  '/api/adherence?from=2026-01-01&to=2026-03-10',
  '/api/audit',
  '/api/day-notes?limit=500',
  '/api/measure-values?limit=500',
  '/api/medication-logs?limit=1000',
];

// Skipped with an external PostgreSQL server, because a test cannot stop its standby.
describe.runIf(programs !== undefined)('servers with a read replica', () => {
  let primary: OwnPostgres;
  let standby: OwnPostgres;
  let url: string;
  beforeAll(async () => {
    primary = await startOwnPostgres(programs ?? '');
    await runStatement(primary.url, 'create database grand');
    url = withDatabase(primary.url, 'grand');
    await (await connect({ databaseUrl: url, dataDir: '.' })).close();
    standby = await startOwnStandby(programs ?? '', primary.url);
  });
  afterAll(async () => {
    await standby.stop();
    await primary.stop();
  });

  let servers: TestServers;
  let here: StartedServer;
  let there: StartedServer;
  let token: string;
  let elderId: string;
  beforeEach(async () => {
    servers = await testServers(url);
    const DATABASE_REPLICA_URL = withDatabase(standby.url, 'grand');
    here = await servers.start({ DATABASE_REPLICA_URL });
    there = await servers.start({ DATABASE_REPLICA_URL });
    token = await registered(here, `${crypto.randomUUID()}@example.com`);
    const person = { firstName: 'Rose', lastName: 'Carter' };
    elderId = expectStatus(await ask(here)('POST', '/api/users', person), 201).body.id;
  });
  afterEach(() => servers.close());

  const ask = (server: StartedServer) => asking(server.app, token);

  function replicaOf({ database }: StartedServer) {
    if (database.replica === undefined) throw new Error('There is no replica.');
    return database.replica;
  }

  /**
   * Records the reads on the replica. Returns a function that returns, for each read, whether it
   * succeeded.
   */
  function watched(server: StartedServer) {
    const read = vi.spyOn(replicaOf(server), 'read');
    return () =>
      read.mock.settledResults.map(({ type, value }) => type === 'fulfilled' && 'done' in value);
  }

  async function noted(text: string) {
    const note = { userId: elderId, date: '2026-03-09', text };
    return expectStatus(await ask(here)('POST', '/api/day-notes', note), 201).body;
  }

  async function downloaded(server: StartedServer) {
    const asked = await ask(server)('POST', '/api/export/ticket', { password: EXAMPLE_PASSWORD });
    const { ticket } = expectStatus(asked, 201).body;
    const answer = await ask(server)('GET', `/api/export?ticket=${ticket}`);
    return unpacked(expectStatus(answer, 200).raw);
  }

  it('reports and downloads are read on the replica', async () => {
    await noted('slept well');
    const answered = watched(here);
    for (const path of LISTS) expectStatus(await ask(here)('GET', path), 200);
    expect(answered()).toEqual(LISTS.map(() => true));
    const files = await downloaded(here);
    expect(rowsOf(files, 'measures', 'notes')).toMatchObject([{ text: 'slept well' }]);
    expect(answered().length).toBeGreaterThan(LISTS.length + 10);
    expect(new Set(answered())).toEqual(new Set([true]));
  });

  it('calls that tablets poll are read on the primary', async () => {
    const answered = watched(here);
    const polls = ['/api/medication-logs?from=2026-03-10&to=2026-03-10', '/api/today'];
    for (const path of [...polls, '/api/upcoming-medications', '/api/settings'])
      expectStatus(await ask(here)('GET', path), 200);
    expect(answered()).toEqual([]);
  });

  it('a read on the replica finds what another server has just written', async () => {
    const answered = watched(there);
    for (let round = 0; round < 20; round += 1) {
      const { id } = await noted(`round ${round}`);
      const { body } = await ask(there)('GET', '/api/day-notes?limit=500');
      expect(body.map((note: { id: string }) => note.id)).toContain(id);
      expectStatus(await ask(here)('DELETE', `/api/day-notes/${id}`), 200);
    }
    expect(answered()).toEqual(Array(20).fill(true));
  });

  it('responses stay the same while the replica is down, and it is used again a minute after its return', async () => {
    await noted('ate little');
    const all = () => Promise.all(LISTS.map(async (path) => (await ask(here)('GET', path)).body));
    const before = await all();
    await standby.kill();
    const answered = watched(here);
    for (let round = 0; round < 4; round += 1) expect(await all()).toEqual(before);
    // Less than ten: after five failures the circuit breaker skips the replica.
    expect(answered().length).toBeLessThan(10);
    const files = await downloaded(here);
    expect(rowsOf(files, 'measures', 'notes')).toMatchObject([{ text: 'ate little' }]);
    expect(await lookAtReplica(replicaOf(here))).toMatchObject({
      state: 'bad',
      sentence: expect.stringContaining('ECONNREFUSED'),
    });
    await standby.startAgain();
    const isBack = async () => (await lookAtReplica(replicaOf(here))).state;
    await expect.poll(isBack, SOON).toBe('good');
    servers.clock.advance(MINUTE_MS);
    const last = answered().length;
    for (const path of LISTS) expectStatus(await ask(here)('GET', path), 200);
    expect(answered().slice(last)).toEqual(LISTS.map(() => true));
  });

  it('a download is completed on the primary if the replica fails midway', async () => {
    await noted('a walk');
    const replica = replicaOf(here);
    const { read } = replica;
    let pages = 0;
    vi.spyOn(replica, 'read').mockImplementation(async (accountId, work) => {
      pages += 1;
      if (pages === 5) await standby.kill();
      return read(accountId, work);
    });
    const files = await downloaded(here);
    expect(rowsOf(files, 'measures', 'notes')).toMatchObject([{ text: 'a walk' }]);
    expect(JSON.parse(String(files.get('manifest.json'))).counts.notes).toBe(1);
    expect(pages).toBeGreaterThan(5);
    await standby.startAgain();
  });

  it('the metrics report the reads of replica and primary, and the lag', async () => {
    await ask(here)('GET', '/api/audit');
    await ask(here)('GET', '/api/adherence');
    const { body } = await asking(here.app, undefined, '127.0.0.1')('GET', '/metrics');
    expect(body).toMatch(/^grand_replica_reads\{by="replica"\} 2$/m);
    expect(body).toMatch(/^grand_replica_reads\{by="primary"\} 0$/m);
    expect(body).toMatch(/^grand_replica_behind_seconds [\d.e-]+$/m);
    await runStatement(standby.url, 'select pg_wal_replay_pause()');
    await ask(here)('POST', '/api/auth/logout');
    const behind = await lookAtReplica(replicaOf(here));
    expect(behind).toMatchObject({
      state: 'note',
      sentence: expect.stringMatching(/^The replica is \d+ seconds behind: reports and/),
    });
    await runStatement(standby.url, 'select pg_wal_replay_resume()');
  });
});
