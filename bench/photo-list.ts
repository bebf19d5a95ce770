import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { findPostgres, startPostgres, withDatabase } from '../src/database/testing-postgres.ts';
import { MAX_PAGE_SIZE } from '../src/features/photos/limits.ts';
import { besideBare } from './support/beside-bare.ts';
import { type Cost, costOf, type Subject, sum } from './support/cpu-cost.ts';
import { median } from './support/database-cpu.ts';
import { reportFigure } from './support/figures.ts';
import { multiply } from './support/many-photos.ts';
import { startOnNewDatabase } from './support/measured-server.ts';
import { cameraPhoto, registerUploader } from './support/photos.ts';
import { REFERENCE, startReference } from './support/reference.ts';

/** Limits: CPU for an unchanged list, relative to bare node:http. */
const UNCHANGED = { 304: 2, 200: 3 };

/** Limit for a changed list, server and database, relative to the reference. */
const CHANGED = 1;

const CHANGED_GOAL = { goal: 'P3', most: 0.5 };
const UNCHANGED_GOAL = { goal: 'P3', most: 1.5 };
const GOALS = { 304: UNCHANGED_GOAL, 200: UNCHANGED_GOAL };

const SIZES = [1_000, 10_000];
const ROUNDS = 5;
/** Number of photos listed in a round, for every size of list. */
const PHOTOS_IN_A_ROUND = 40_000;

/** Page size of an elder's screen. */
const FIRST_PAGE = 24;

const say = (line: string) => process.stdout.write(`${line}\n`);

const { values: options } = parseArgs({
  options: {
    /** Server of another build, measured in the same rounds. */
    beside: { type: 'string' },
    /** Measures only this number of photos. */
    photos: { type: 'string' },
    /** Measures only the changed album, to which the goal applies. */
    album: { type: 'boolean', default: false },
  },
});

const ALBUM = 'the album';

interface Listing extends Subject {
  /** The measured requests by name. */
  readonly reads: Readonly<Record<string, () => Promise<void>>>;
  change(): Promise<void>;
}

/**
 * Measures the CPU of a photo list: unchanged against bare node:http, changed against the
 * reference.
 */
async function benchPhotoList(): Promise<boolean> {
  const found = findPostgres();
  if (found === undefined) throw new Error('This bench needs PostgreSQL or TEST_DATABASE_URL.');
  const postgres = await startPostgres(found);
  const dataDir = mkdtempSync(join(tmpdir(), 'grand-bench-'));
  try {
    let good = true;
    for (const size of options.photos ? [Number(options.photos)] : SIZES)
      good = (await benchSize(size, postgres.url, dataDir)) && good;
    return good;
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function benchSize(size: number, url: string, dataDir: string): Promise<boolean> {
  say(`${size} photos`);
  const own = await product('this build', 'dist/server/server.js', { url, dataDir, size });
  const subjects: Listing[] = [own];
  try {
    if (options.beside) {
      subjects.push(await product('the other build', options.beside, { url, dataDir, size }));
    }
    subjects.push(await reference(url, size));
    const isCheap = await compare(subjects, url, size);
    const lists = [own.album, `/api/photos?limit=${FIRST_PAGE}`];
    let areKept = true;
    for (const path of lists) {
      const headers = { cookie: own.cookie, 'accept-encoding': 'gzip' };
      const requests = path === own.album ? Math.round(1_000_000 / size) : 5_000;
      const asked = { path, headers, rounds: ROUNDS, requests, limits: UNCHANGED, goals: GOALS };
      areKept = (await besideBare(own.server, asked)) && areKept;
    }
    return isCheap && areKept;
  } finally {
    await Promise.all(subjects.map(({ server }) => server.stop()));
  }
}

interface Where {
  readonly url: string;
  readonly dataDir: string;
  readonly size: number;
}

async function product(name: string, program: string, { url, dataDir, size }: Where) {
  const { server, database } = await startOnNewDatabase(program, { url, dataDir });
  const databaseUrl = withDatabase(url, database);
  const { cookie, albumId, upload } = await registerUploader(server.url, 'bench@example.com');
  const id = await upload('lake.jpg', await cameraPhoto(1, { width: 2600, height: 1950 }));
  await multiply({ dataDir, databaseUrl }, size);
  await giveEachItsNames(databaseUrl);
  const album = `/api/photos/${albumId}`;
  const get = async (path: string, headers = {}) =>
    accepted(await fetch(server.url + path, { headers: { cookie, ...PLAIN, ...headers } })).text();
  let changes = 0;
  const change = async () => {
    changes += 1;
    const body = JSON.stringify({ caption: `number ${changes}` });
    const headers = { cookie, 'content-type': 'application/json' };
    await accepted(
      await fetch(`${server.url}/api/photos/${id}`, { method: 'PUT', headers, body }),
    ).text();
  };
  const newest = async () => {
    const first = `/api/photos?limit=${FIRST_PAGE}`;
    for (let path: string | null = first; path !== null; ) {
      const { next } = JSON.parse(await get(path));
      path = next && `/api/photos?limit=${MAX_PAGE_SIZE}&cursor=${encodeURIComponent(next)}`;
    }
  };
  const reads = {
    [ALBUM]: async () => void (await get(album)),
    'the album, packed': async () => void (await get(album, PACKED)),
    'all in pages, the newest first': newest,
    'the first page alone': async () => void (await get(`/api/photos?limit=${FIRST_PAGE}`)),
  };
  return { name, server, database, cookie, album, reads, change };
}

/** Gives each photo different file names, because repeated names would compress better. */
async function giveEachItsNames(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const name = (part: number) => `encode(sha256((id || '${part}')::bytea), 'hex') || '.webp'`;
  await client.query(
    `update photos set filename = ${name(0)}, thumbnails = array[${[1, 2, 3].map(name).join()}]`,
  );
  await client.query('vacuum (full, analyze) photos');
  await client.end();
}

const PLAIN = { 'accept-encoding': 'identity' };
const PACKED = { 'accept-encoding': 'gzip' };

async function reference(url: string, size: number): Promise<Listing> {
  const subject = await startReference(url, size);
  const { server, cookie } = subject;
  const album = async () =>
    void (await accepted(await fetch(`${server.url}/photos`, { headers: { cookie } })).text());
  // Not cached, so no change is necessary.
  return { ...subject, reads: { [ALBUM]: album }, change: async () => {} };
}

function accepted(answer: Response): Response {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`);
  return answer;
}

function readsOf({ reads }: Listing) {
  return Object.entries(reads).filter(([what]) => !options.album || what === ALBUM);
}

async function compare(subjects: readonly Listing[], url: string, size: number): Promise<boolean> {
  const client = new pg.Client(url);
  await client.connect();
  const costs = new Map<string, Cost[]>();
  const lists = PHOTOS_IN_A_ROUND / size;
  try {
    // The first round is the warm-up.
    for (let round = -1; round < ROUNDS; round += 1) {
      for (const subject of subjects) {
        for (const [what, read] of readsOf(subject)) {
          const cost = await costOfChanged(subject, client, { read, lists });
          const name = `${subject.name}: ${what}`;
          if (round >= 0) costs.set(name, [...(costs.get(name) ?? []), cost]);
        }
      }
    }
  } finally {
    await client.end();
  }
  return tell(costs);
}

/** Measures a list after a change, without the change itself. */
async function costOfChanged(
  subject: Listing,
  client: pg.Client,
  { read, lists }: { read: () => Promise<void>; lists: number },
): Promise<Cost> {
  const all: Cost[] = [];
  for (let time = 0; time < lists; time += 1) {
    await subject.change();
    all.push(await costOf(subject, client, read));
  }
  const mean = (of: (cost: Cost) => number) => all.reduce((sum, c) => sum + of(c), 0) / all.length;
  return { node: mean(({ node }) => node), database: mean(({ database }) => database) };
}

const THIS_ALBUM = `this build: ${ALBUM}`;

function tell(costs: ReadonlyMap<string, Cost[]>): boolean {
  const least = costs.get(`${REFERENCE}: ${ALBUM}`) ?? [];
  let isCheap = true;
  for (const [name, all] of costs) {
    const ratio = median(all.map((cost, at) => sum(cost) / sum(least[at])));
    if (name === THIS_ALBUM) {
      isCheap = ratio <= CHANGED;
      reportFigure({
        ...CHANGED_GOAL,
        what: 'an album after a change',
        figure: ratio,
        unit: `times ${REFERENCE}`,
      });
    }
    const ms = (value: number) => (value / 1000).toFixed(1);
    const [node, database] = [median(all.map((c) => c.node)), median(all.map((c) => c.database))];
    say(
      `  ${name}: ${ms(node)} + ${ms(database)} ms, ${ratio.toFixed(2)} times the reference's album`,
    );
  }
  say(`  ${isCheap ? 'within' : 'OVER'} ${CHANGED}`);
  return isCheap;
}

process.exitCode = (await benchPhotoList()) ? 0 : 1;
