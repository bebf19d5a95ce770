// npm start: installs, builds, and runs the server in this process. --demo: with something to look at.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { main, root, Stopped, setUp, whenParentEnds } from './setup.mjs';

await main(async () => {
  const [first, ...rest] = process.argv.slice(2);
  if (rest.length > 0 || (first !== undefined && first !== '--demo')) {
    throw new Stopped(`There is no such option: ${first === '--demo' ? rest[0] : first}.`);
  }
  await setUp();
  if (first === '--demo') prepareScratchFolder();
  process.env.NODE_ENV ||= 'production';
  process.setSourceMapsEnabled(true);
  whenParentEnds(() => process.kill(process.pid, 'SIGTERM'));
  await import(new URL('../dist/server/server.js', import.meta.url).href);
});

/** A data folder for this run alone; those of runs that have ended go. */
function prepareScratchFolder() {
  const folder = join(root, '.cache', 'demo');
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    if (!runs(Number(name))) rmSync(join(folder, name), { recursive: true, force: true });
  }
  process.env.DATA_DIR = join(folder, String(process.pid));
  process.env.GRAND_DEMO = '1';
  delete process.env.DATABASE_URL;
}

function runs(pid) {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
