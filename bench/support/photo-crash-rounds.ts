import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { unitOfWork } from '#platform/server/http/invalidation.ts';
import { isolateItems } from '#platform/server/jobs/work-items.ts';
import { diskStore, type FileStore } from '#platform/server/storage/file-store.ts';
import { incomingFolder, uploadsFolder } from '#platform/server/storage/temp-files.ts';
import { connect } from '../../src/database/connect.ts';
import { photos } from '../../src/database/schema/photos.ts';
import { pictures } from '../../src/database/schema/pictures.ts';
import {
  sweepFiles,
  sweepLeftovers,
  sweepPictures,
} from '../../src/features/pictures/server/sweep.ts';
import { HOUR_MS } from '../../src/platform/shared/durations.ts';
import { seeded } from '../../tests/support/power-cut.ts';
import { kill, type Program, start } from './killable-server.ts';
import { anotherFile, cameraPhoto, registerUploader, type Uploader } from './photos.ts';

const UPLOADS_PER_LIFE = 6;
/** Maximum lifetime of a server during uploads, in milliseconds. */
const MAX_LIFE_MS = 2_500;
/** Number of different pictures. Two photos with the same picture share its file. */
const SCENES = 12;
const A_DAY_AND_AN_HOUR_MS = 25 * HOUR_MS;

export interface PhotoCrashOptions extends Program {
  readonly kills: number;
  readonly seed: number;
  readonly onRound?: (round: number, result: PhotoCrashResult) => void;
}

export interface PhotoCrashResult {
  begun: number;
  acknowledged: number;
  rows: number;
  lost: string[];
  rowsWithoutFile: string[];
  /** Number of files without a row that the sweep has removed. */
  sweptFiles: number;
  filesWithoutRow: string[];
}

/**
 * Uploads photos and kills the server at random moments. Finally checks that every row has its
 * files and, after the sweep, every file its row.
 */
export async function photoCrashRounds(options: PhotoCrashOptions): Promise<PhotoCrashResult> {
  const random = seeded(options.seed);
  const scenes = await Promise.all(
    Array.from({ length: SCENES }, (_, at) => cameraPhoto(at, { width: 1600, height: 1200 })),
  );
  const acknowledged: string[] = [];
  const result: PhotoCrashResult = {
    begun: 0,
    acknowledged: 0,
    rows: 0,
    lost: [],
    rowsWithoutFile: [],
    sweptFiles: 0,
    filesWithoutRow: [],
  };
  let uploader: Uploader | undefined;
  for (let round = 1; round <= options.kills; round += 1) {
    const { child, url } = await start(options);
    uploader = uploader?.at(url) ?? (await registerUploader(url, 'ada@example.com'));
    const sender = uploader;
    const uploads = Array.from({ length: UPLOADS_PER_LIFE }, (_, at) => {
      result.begun += 1;
      const scene = scenes[result.begun % SCENES] ?? Buffer.alloc(0);
      const file = anotherFile(scene, result.begun);
      return sender.upload(`${round}-${at}.jpg`, file).then(
        (id) => acknowledged.push(id),
        () => undefined,
      );
    });
    await sleep(random() * MAX_LIFE_MS);
    await kill(child);
    await Promise.all(uploads);
    result.acknowledged = acknowledged.length;
    options.onRound?.(round, result);
  }
  return { ...result, ...(await lookAt(options.dataDir, acknowledged)) };
}

async function lookAt(dataDir: string, acknowledged: readonly string[]) {
  const database = await connect({ dataDir });
  const store = diskStore(uploadsFolder(dataDir));
  const incoming = incomingFolder(dataDir);
  try {
    const rows = await database.asSystem((db) => db.select().from(photos));
    const known = new Set(rows.map(({ id }) => id));
    const before = await filesIn(store, incoming);
    const rowsWithoutFile = rows.flatMap(({ id, accountId, filename, thumbnails, original }) =>
      [filename, original, ...thumbnails]
        .filter((name) => !before.has(`${accountId}/${name}`))
        .map((name) => `photo ${id} has no file ${name}`),
    );
    const now = new Date(Date.now() + A_DAY_AND_AN_HOUR_MS);
    const given = { ...unitOfWork(database), database, log: Fastify().log, now: () => now };
    const parts = { ...given, ...isolateItems({ name: 'sweep', always: true }, given) };
    await sweepPictures(parts, store);
    await sweepLeftovers(parts, incoming);
    await sweepFiles(parts, store);
    const noted = await database.asSystem((db) => db.select().from(pictures));
    const named = new Set([
      ...noted.map(({ accountId, filename }) => `${accountId}/${filename}`),
      ...rows.map(({ accountId, original }) => `${accountId}/${original}`),
    ]);
    const after = await filesIn(store, incoming);
    return {
      rows: rows.length,
      lost: acknowledged.filter((id) => !known.has(id)).map((id) => `photo ${id} is lost`),
      rowsWithoutFile,
      sweptFiles: before.size - after.size,
      filesWithoutRow: [...after].filter((name) => !named.has(name)),
    };
  } finally {
    await database.close();
  }
}

/** Lists all files, including incomplete uploads. */
async function filesIn(store: FileStore, incoming: string): Promise<Set<string>> {
  const names = new Set(await readdir(incoming).catch(() => []));
  for (const household of await store.households()) {
    for await (const { name } of store.list(household)) names.add(name);
  }
  return names;
}
