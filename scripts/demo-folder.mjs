// Temporary data folder for a server with demo data.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Creates a data folder for this process, and deletes the folders of processes that have ended. */
export function prepareDemoFolder(folder) {
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
