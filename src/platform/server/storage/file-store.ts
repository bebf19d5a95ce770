import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { codeOf } from '#platform/shared/failures.ts';

/** First and last byte, both inclusive; the first byte of a file is 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface FileFacts {
  readonly bytes: number;
  readonly changedAt: Date;
}

/**
 * Storage for the files of households. A name is `<household>/<file>` and is created only by this
 * product. A stored file never changes, so writing it twice is harmless.
 */
export interface FileStore {
  /** Moves the file at `path` into the store; it is durable when this resolves. */
  put(path: string, name: string): Promise<void>;
  /** Resolves with undefined if the file does not exist. */
  open(name: string, range?: ByteRange): Promise<Readable | undefined>;
  stat(name: string): Promise<FileFacts | undefined>;
  /** Succeeds if the file does not exist. */
  remove(name: string): Promise<void>;
  /** Removes all files of a household; succeeds if there are none. */
  removeHousehold(household: string): Promise<void>;
  households(): Promise<string[]>;
  list(household: string): AsyncIterable<FileFacts & { readonly name: string }>;
}

/** Stores files on this machine, one folder per household: `3f/3f0c…/9a….webp`. */
export function diskStore(root: string): FileStore {
  const folderOf = (household: string) => join(root, household.slice(0, 2), household);
  const placeOf = (name: string) => {
    const [household = '', file = ''] = /^[a-z0-9-]+\/[a-z0-9][a-z0-9.-]*$/.test(name)
      ? name.split('/')
      : [];
    if (file === '') throw new Error('A file was asked for by a name that is not ours.');
    return join(folderOf(household), file);
  };
  const factsOf = async (path: string): Promise<FileFacts | undefined> => {
    const { size, mtime } = (await unlessAbsent(stat(path))) ?? {};
    return size === undefined || mtime === undefined
      ? undefined
      : { bytes: size, changedAt: mtime };
  };
  return {
    async put(path, name) {
      const place = placeOf(name);
      await sync(path);
      await makeFolder(dirname(place));
      await rename(path, place);
      await sync(dirname(place));
    },
    async open(name, range) {
      const file = await unlessAbsent(open(placeOf(name)));
      return file?.createReadStream({ ...range });
    },
    stat: (name) => factsOf(placeOf(name)),
    remove: (name) => rm(placeOf(name), { force: true }),
    async removeHousehold(household) {
      if (!/^[a-z0-9-]+$/.test(household)) throw new Error('This is no name of a household.');
      await rm(folderOf(household), { recursive: true, force: true });
    },
    async households() {
      const shelves = (await namesIn(root)).filter((name) => name.length === 2);
      return (await Promise.all(shelves.map((shelf) => namesIn(join(root, shelf))))).flat();
    },
    async *list(household) {
      for (const file of await namesIn(folderOf(household))) {
        const facts = await factsOf(join(folderOf(household), file));
        if (facts !== undefined) yield { ...facts, name: `${household}/${file}` };
      }
    },
  };
}

async function namesIn(folder: string): Promise<string[]> {
  return (await unlessAbsent(readdir(folder))) ?? [];
}

/**
 * Creates the folder and its missing parents. Each parent is synced, so that the new folders
 * survive a power failure.
 */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) {
    await sync(dirname(made));
  }
}

/** Resolves when a file or folder is written through to the disk. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function unlessAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
}
