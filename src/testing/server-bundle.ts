import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
// @ts-expect-error: plain JavaScript, since a build runs without a compiler
import { bundleServer } from '../../scripts/server-bundle.mjs';
// @ts-expect-error: as above
import { build } from '../../scripts/setup.mjs';

/** Programs of the tests, beside those of the product. */
const OF_TESTS = {
  'bombs-server': 'src/app/bombs-server.testing.ts',
  'journey-server': 'e2e/support/serve.ts',
  'rows-writer': 'src/database/testing-writer.ts',
};

const CACHE = '.cache';

/** The number of the process that made it is at the end. */
const NAME = /^test-server-(\d+)$/;

export interface ServerBundle {
  readonly folder: string;
  remove(): void;
}

let made: Promise<ServerBundle> | undefined;

/**
 * Bundles today's sources, once in this process, as the product's build does: a process that starts out
 * of the sources compiles each of them first, which takes five times the CPU.
 */
export function serverBundle(): Promise<ServerBundle> {
  made ??= bundled(join(CACHE, `test-server-${process.pid}`));
  return made;
}

async function bundled(folder: string): Promise<ServerBundle> {
  mkdirSync(CACHE, { recursive: true });
  removeLeftOver();
  // What is stale is built before the first test: a test that packs the product builds it too, beside
  // servers that read what is built.
  await build();
  await bundleServer(folder, OF_TESTS);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** What runs that were killed have left. */
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
