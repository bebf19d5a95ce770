// Bundles the server into dist/ for production, and for the processes of the tests.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const PROGRAMS = {
  server: 'src/app/server.ts',
  prepare: 'src/database/create-database.ts',
  grand: 'src/app/grand.ts',
  // Worker threads; the names are those with which the server starts them.
  'engine-worker': 'src/database/engine-worker.ts',
  'archive-worker': 'src/app/archive-worker.ts',
  'feed-worker': 'src/features/calendar/server/feed-worker.ts',
  'offsite-worker': 'src/features/backup/server/offsite-worker.ts',
  'reading-worker': 'src/features/content/server/reading-worker.ts',
};

export const FOR_NODE = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  logLevel: 'warning',
};

/**
 * Bundles the server's programs and the programs in `more` into the folder, and copies the
 * migrations.
 */
export async function bundleServer(folder, more = {}) {
  rmSync(folder, { recursive: true, force: true });
  await build({
    ...FOR_NODE,
    entryPoints: { ...PROGRAMS, ...more },
    outdir: folder,
    packages: 'external',
    // Puts each database driver into a separate chunk, so that only the driver in use is loaded.
    splitting: true,
    // Chunks are in the same folder as the entries, because the code looks for the migrations next
    // to its own file.
    chunkNames: '[name]-[hash]',
    sourcemap: true,
  });
  cpSync('src/database/migrations', join(folder, 'migrations'), { recursive: true });
}
