import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
// @ts-expect-error: plain JavaScript, since a build runs without a compiler
import { bundleServer } from '../../scripts/server-bundle.mjs';
// @ts-expect-error: as above
import { build } from '../../scripts/setup.mjs';

/** Programs of the tests that are bundled with those of the product. */
const OF_TESTS = {
  'bombs-server': 'tests/support/bombs-server.ts',
  'journey-server': 'e2e/support/serve.ts',
  'rows-writer': 'tests/support/database-writer.ts',
};

const CACHE = '.cache';

/** Name of a bundle folder; it ends with the process id of its creator. */
const NAME = /^test-server-(\d+)$/;

export interface ServerBundle {
  readonly folder: string;
  remove(): void;
}

let made: Promise<ServerBundle> | undefined;

/**
 * Bundles the current sources once for this process, as the product's build does. Starting a server
 * from the sources would compile each file again, which takes five times the CPU time.
 */
export function serverBundle(): Promise<ServerBundle> {
  made ??= bundled(join(CACHE, `test-server-${process.pid}`));
  return made;
}

async function bundled(folder: string): Promise<ServerBundle> {
  mkdirSync(CACHE, { recursive: true });
  removeLeftOver();
  // Rebuilds the product if it is outdated: a test that packs the product would otherwise rebuild
  // it while servers of other tests read the built files.
  await build();
  await bundleServer(folder, OF_TESTS);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Removes the folders of processes that were killed. */
function removeLeftOver(): void {
  for (const name of readdirSync(CACHE)) {
    const [, maker] = NAME.exec(name) ?? [];
    if (maker === undefined || isRunning(Number(maker))) continue;
    rmSync(join(CACHE, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
