// Bundles the server into dist/ for production, and for the processes of the tests.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const PROGRAMS = {
  server: 'src/app/server.ts',
  prepare: 'src/database/create-database.ts',
  grand: 'src/app/grand.ts',
  // Worker threads, by the names with which they are started.
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

/** Bundles the server's programs and those in `more` into the folder, with the migrations. */
export async function bundleServer(folder, more = {}) {
  rmSync(folder, { recursive: true, force: true });
  await build({
    ...FOR_NODE,
    entryPoints: { ...PROGRAMS, ...more },
    outdir: folder,
    packages: 'external',
    // Puts the driver of the other kind of database into a separate chunk, which is not loaded.
    splitting: true,
    // Chunks stay in the folder of the entries, because the code finds its migrations relative to
    // itself.
    chunkNames: '[name]-[hash]',
    sourcemap: true,
  });
  cpSync('src/database/migrations', join(folder, 'migrations'), { recursive: true });
}
