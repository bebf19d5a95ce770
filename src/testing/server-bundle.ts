import { rmSync } from 'node:fs';
// @ts-expect-error: plain JavaScript, since a build runs without a compiler
import { bundleServer } from '../../scripts/server-bundle.mjs';

/** Programs of the tests, beside those of the product. */
const OF_TESTS = {
  'bombs-server': 'src/app/bombs-server.testing.ts',
  'journey-server': 'e2e/support/serve.ts',
  'rows-writer': 'src/database/testing-writer.ts',
};

export interface ServerBundle {
  readonly folder: string;
  remove(): void;
}

let made: Promise<ServerBundle> | undefined;

/**
 * Bundles today's sources, once in this process, as the product's build does: a process or a worker
 * thread that starts out of the sources compiles each of them first, which takes eight times the CPU.
 */
export function serverBundle(): Promise<ServerBundle> {
  made ??= bundled(`.cache/test-server-${process.pid}`);
  return made;
}

async function bundled(folder: string): Promise<ServerBundle> {
  await bundleServer(folder, OF_TESTS);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
