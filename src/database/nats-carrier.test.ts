import { connect as connectNats } from '@nats-io/transport-node';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeTestDatabase } from '#testing/database.ts';
import { findNats, type OwnNats, startOwnNats } from '#testing/nats.ts';
import { runStatement } from '#testing/postgres.ts';
import { connect, type Database } from './connect.ts';
import { type Relay, relayTo } from './relay.testing.ts';

const ONE = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';

/** A timeout that is long enough for slow machines. */
const SOON = { timeout: 20_000, interval: 20 };

const program = findNats();

// Skipped without the Debian package nats-server; .ci/run installs it.
describe.runIf(program !== undefined)('changes over NATS', () => {
  let url: string;
  let drop: () => Promise<void>;
  let nats: OwnNats;
  let opened: Database[];
  beforeEach(async () => {
    opened = [];
    ({ url, drop } = await makeTestDatabase());
    nats = await startOwnNats(program ?? '');
  });
  afterEach(async () => {
    await Promise.all(opened.map((database) => database.close()));
    await nats.kill();
    await drop();
  });

  async function listening(natsUrl = nats.url) {
    const database = await connect({ databaseUrl: url, natsUrl, dataDir: '.' });
    opened.push(database);
    const heard = { message: vi.fn(), interrupted: vi.fn(), resumed: vi.fn() };
    return { database, heard, following: await database.listen(heard) };
  }

  const announced = (database: Database, accountId: string, what: string) =>
    database.asSystem((db) => database.announce(db, accountId, what));

  const untold = async () => {
    const read = 'set app.system = on; select count(*)::int as rows from announcements';
    return [await runStatement(url, read)].flat().at(-1)?.rows[0].rows;
  };

  test('a change reaches only the processes that follow the household', async () => {
    const [one, other, far] = [await listening(), await listening(), await listening()];
    await other.following.follow(ONE);
    await far.following.follow(OTHER);
    await announced(one.database, ONE, 'answers photos');
    await vi.waitFor(
      () => expect(other.heard.message.mock.calls).toEqual([[ONE, 'answers photos']]),
      SOON,
    );
    await vi.waitFor(async () => expect(await untold()).toBe(0), SOON);
    await announced(one.database, OTHER, 'sessions');
    await vi.waitFor(() => expect(far.heard.message).toHaveBeenCalledWith(OTHER, 'sessions'), SOON);
    other.following.unfollowUnless(() => false);
    await announced(one.database, ONE, 'answers after');
    await announced(one.database, OTHER, 'last');
    await vi.waitFor(() => expect(far.heard.message).toHaveBeenCalledWith(OTHER, 'last'), SOON);
    expect(other.heard.message).not.toHaveBeenCalledWith(ONE, 'answers after');
  }, 60_000);

  test('a household counts as followed only after NATS has answered', async () => {
    const { following } = await listening();
    const before = following.mark();
    const followed = following.follow(ONE);
    expect(following.isFollowedSince(ONE, following.mark())).toBe(false);
    await followed;
    expect(following.isFollowedSince(ONE, before)).toBe(false);
    expect(following.isFollowedSince(ONE, following.mark())).toBe(true);
    following.unfollowUnless(() => false);
    expect(following.isFollowedSince(ONE, following.mark())).toBe(false);
  }, 60_000);

  test('an outage of NATS is reported, and changes made meanwhile are published after it', async () => {
    const [one, other] = [await listening(), await listening()];
    await other.following.follow(ONE);
    await nats.kill();
    for (const { heard } of [one, other])
      await vi.waitFor(() => expect(heard.interrupted).toHaveBeenCalledOnce(), SOON);
    await announced(one.database, ONE, 'while it was away');
    // The household is followed during the outage, so it is subscribed to afterwards.
    await other.following.follow(OTHER);
    await nats.start();
    for (const { heard } of [one, other])
      await vi.waitFor(() => expect(heard.resumed).toHaveBeenCalledOnce(), SOON);
    await announced(one.database, ONE, 'one');
    await announced(one.database, OTHER, 'other');
    await vi.waitFor(() => expect(other.heard.message).toHaveBeenCalledWith(ONE, 'one'), SOON);
    await vi.waitFor(() => expect(other.heard.message).toHaveBeenCalledWith(OTHER, 'other'), SOON);
    await vi.waitFor(async () => expect(await untold()).toBe(0), SOON);
  }, 60_000);

  test('other processes receive a change although its writer has lost NATS', async () => {
    const line: Relay = await relayTo(nats.url);
    const one = await listening(line.url);
    const other = await listening();
    await other.following.follow(ONE);
    line.mute();
    await announced(one.database, ONE, 'into a mute line');
    await vi.waitFor(
      () => expect(other.heard.message).toHaveBeenCalledWith(ONE, 'into a mute line'),
      { timeout: 4_000, interval: 20 },
    );
    // The muted process gets no answer from the NATS server and must report an interruption,
    // because it may have missed messages.
    await vi.waitFor(() => expect(one.heard.interrupted).toHaveBeenCalledOnce(), SOON);
    await line.close();
  }, 60_000);

  test('a message contains only the topic, on the subject of the household', async () => {
    const { database } = await listening();
    const spy = await connectNats({ servers: nats.url });
    const seen: string[] = [];
    const note = (text: string) => void seen.push(text);
    spy.subscribe('>', { callback: (_, each) => note(`${each.subject} ${each.string()}`) });
    await spy.flush();
    await announced(database, ONE, 'sessions');
    await vi.waitFor(() => expect(seen).toEqual([`grand.household.${ONE} sessions`]), SOON);
    await spy.close();
  }, 60_000);

  test('servers with and without NATS on one database reject each other', async () => {
    const { following } = await listening();
    const without = await connect({ databaseUrl: url, dataDir: '.' });
    opened.push(without);
    const heard = { message: vi.fn(), interrupted: vi.fn(), resumed: vi.fn() };
    await expect(without.listen(heard)).rejects.toThrow(/^Another server .* with NATS_URL/);
    await following.end();
    await without.listen(heard);
    await expect(listening()).rejects.toThrow(/^Another server .* without NATS_URL/);
  }, 60_000);

  test('listen rejects while the NATS server is unreachable', async () => {
    await nats.kill();
    const database = await connect({ databaseUrl: url, natsUrl: nats.url, dataDir: '.' });
    opened.push(database);
    const heard = { message: vi.fn(), interrupted: vi.fn(), resumed: vi.fn() };
    await expect(database.listen(heard)).rejects.toThrow(
      /^The NATS server of NATS_URL cannot be used/,
    );
    await nats.start();
  }, 60_000);
});
