import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

/**
 * Size of a disk sector. Sectors are smaller than pages, so a power cut may leave a page half
 * written; PostgreSQL must tolerate that.
 */
const SECTOR = 4096;

/**
 * For each sector that was written since the last sync, its content at that sync; by inode and
 * offset.
 */
type Unsynced = Map<number, Map<number, Buffer>>;

export interface WatchedDisk {
  /** Called before each write of the database. */
  onWrite: () => void;
  /**
   * Copies `folder` as a power cut at this moment could leave it; `random` decides which sectors
   * survive.
   */
  cut(folder: string, copy: string, random: () => number): void;
  syncs(): number;
  stop(): void;
}

/**
 * Watches this process's file writes through `node:fs`. After a simulated power cut a file contains
 * what was synced, and a random part of later writes.
 */
export function watchDisk(): WatchedDisk {
  const { writeSync, fsyncSync } = fs;
  const unsynced: Unsynced = new Map();
  let syncs = 0;
  const watched: WatchedDisk = {
    onWrite: () => undefined,
    cut: (folder, copy, random) => copyAsCut(folder, copy, unsynced, random),
    syncs: () => syncs,
    stop: () => replace({ writeSync, fsyncSync }),
  };

  function watchedWrite(...given: [number, Uint8Array, number, number, number]): number {
    const [descriptor, , , length, position] = given;
    remember(unsynced, descriptor, position, length);
    watched.onWrite();
    return writeSync(...given);
  }

  function watchedSync(descriptor: number): void {
    syncs += 1;
    unsynced.delete(fs.fstatSync(descriptor).ino);
    fsyncSync(descriptor);
  }

  replace({ writeSync: watchedWrite, fsyncSync: watchedSync });
  return watched;
}

/** Replaces functions of `node:fs`, including those that other modules have imported by name. */
function replace(functions: Record<string, unknown>): void {
  Object.assign(fs, functions);
  syncBuiltinESMExports();
}

/** Returns a deterministic replacement for `Math.random`. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

function remember(unsynced: Unsynced, descriptor: number, position: number, length: number): void {
  const { ino, size } = fs.fstatSync(descriptor);
  const sectors = unsynced.get(ino) ?? new Map<number, Buffer>();
  unsynced.set(ino, sectors);
  for (let at = position - (position % SECTOR); at < position + length; at += SECTOR) {
    if (sectors.has(at)) continue;
    const before = Buffer.alloc(SECTOR);
    // The buffer stays zero beyond the old end of the file, because such data reads as zeros after
    // the cut.
    if (at < size) fs.readSync(descriptor, before, 0, SECTOR, at);
    sectors.set(at, before);
  }
}

function copyAsCut(from: string, to: string, unsynced: Unsynced, random: () => number): void {
  fs.mkdirSync(to, { mode: 0o700 });
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      copyAsCut(source, target, unsynced, random);
      continue;
    }
    const content = fs.readFileSync(source);
    for (const [at, before] of unsynced.get(fs.statSync(source).ino) ?? []) {
      if (random() < 0.5) before.copy(content, at);
    }
    fs.writeFileSync(target, content, { mode: 0o600 });
  }
}
