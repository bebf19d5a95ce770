import files from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { connect, type Database } from './connect.ts';
import { knownMigrations, migrate } from './migrate.ts';

const OLD = knownMigrations().at(-4);

/** Data folders of an earlier version, with and without a household. */
const left: Record<'lived in' | 'empty', string> = { 'lived in': '', empty: '' };
beforeAll(async () => {
  for (const kind of ['lived in', 'empty'] as const) {
    left[kind] = await files.mkdtemp(join(tmpdir(), 'grand-left-'));
  }
  await (await connect({ dataDir: left.empty, upTo: OLD })).close();
  await files.cp(left.empty, left['lived in'], { recursive: true });
  const database = await connect({ dataDir: left['lived in'], upTo: OLD });
  await database.asSystem((db) =>
    db.execute(sql`insert into accounts (id, account_number, created_at)
      values (gen_random_uuid(), 'GA-123456', now())`),
  );
  await database.close();
});
afterAll(async () => {
  for (const folder of Object.values(left)) await files.rm(folder, { recursive: true });
});

let dataDir: string;
let said: string[];
beforeEach(async () => {
  dataDir = await files.mkdtemp(join(tmpdir(), 'grand-update-'));
  said = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  await files.rm(dataDir, { recursive: true });
});

const start = (upTo?: string) => connect({ dataDir, upTo, log: (line) => said.push(line) });

const earlier = (kind: keyof typeof left = 'lived in') =>
  files.cp(left[kind], dataDir, { recursive: true });

async function look(database: Database) {
  return database.asSystem(async (db) => {
    const applied = await db.select({ hash: sql`hash` }).from(sql`drizzle.__drizzle_migrations`);
    const numbers = await db.select({ number: sql`account_number` }).from(sql`accounts`);
    return { applied: applied.length, numbers: numbers.map(({ number }) => number) };
  });
}

async function opened(upTo?: string) {
  const database = await start(upTo);
  const found = await look(database);
  await database.close();
  return found;
}

const copies = (): Promise<string[]> =>
  files.readdir(join(dataDir, 'before-update')).catch(() => []);

const ALL = knownMigrations().length;

describe('copy before a migration', () => {
  it('a copy of the old database is retained, and the earlier version can open it', async () => {
    await earlier();
    expect(await opened()).toEqual({ applied: ALL, numbers: ['GA-123456'] });
    const [copy = ''] = await copies();
    const path = join(dataDir, 'before-update', copy);
    expect(said).toEqual([
      `The database is brought up to date. As it was before it is kept in ${path}`,
    ]);
    // The steps that the documentation describes for a rollback.
    await files.rm(join(dataDir, 'database'), { recursive: true });
    await files.rename(path, join(dataDir, 'database'));
    expect(await opened(OLD)).toEqual({ applied: ALL - 3, numbers: ['GA-123456'] });
  });

  it('a database without households or pending migrations is not copied', async () => {
    await earlier('empty');
    expect((await opened()).applied).toBe(ALL);
    expect((await opened()).applied).toBe(ALL);
    expect([await copies(), said]).toEqual([[], []]);
  });

  it('the newest two copies are retained, and partial copies of a crash are removed', async () => {
    await earlier();
    const before = ['2026-01-01T00-00-00', '2026-02-01T00-00-00', '2026-03-01T00-00-00.partial'];
    for (const name of before) {
      await files.mkdir(join(dataDir, 'before-update', name, 'base'), { recursive: true });
    }
    await opened();
    const now = await copies();
    expect([now.length, now.includes('2026-02-01T00-00-00')]).toEqual([2, true]);
    expect(now.some((name) => name.endsWith('.partial'))).toBe(false);
  });

  it('without disk space for the copy the start fails with a message and changes nothing', async () => {
    await earlier();
    const full = { bavail: 50, bsize: 1_000_000 };
    vi.spyOn(files, 'statfs').mockResolvedValue(full as Awaited<ReturnType<typeof files.statfs>>);
    await expect(start()).rejects.toThrow(
      /^DATA_DIR needs \d+ MB of free space for a copy .* and has 50 MB\. Nothing was changed\.$/,
    );
    expect(await opened(OLD)).toEqual({ applied: ALL - 3, numbers: ['GA-123456'] });
  });

  it('a failed copy is removed, and the database is unchanged', async () => {
    await earlier();
    vi.spyOn(files, 'cp').mockRejectedValue(new Error('ENOSPC: no space left on device'));
    await expect(start()).rejects.toThrow(/could not be copied .*nothing was changed: ENOSPC/);
    vi.restoreAllMocks();
    expect(await copies()).toEqual([]);
    expect(await opened(OLD)).toEqual({ applied: ALL - 3, numbers: ['GA-123456'] });
  });

  it('an interrupted migration leaves the old state, and the next start completes it', async () => {
    await earlier();
    const database = await start(OLD);
    const broken = database.asSystem(async (db) => {
      await migrate(db);
      throw new Error('the power went');
    });
    await expect(broken).rejects.toThrow('the power went');
    expect((await look(database)).applied).toBe(ALL - 3);
    await database.close();
    expect((await opened()).applied).toBe(ALL);
  });
});
