import { execFile } from 'node:child_process';
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';

const execute = promisify(execFile);

const PACKAGE = '@sparticuz/chromium';

/** Timeout of the download with `npm pack`, in milliseconds. */
const MAX_FETCH_MS = 180_000;

/** Versions with their integrity hashes from the npm registry. */
export const OLD_CHROMIUMS = {
  '103.0.0':
    'sha512-tFX5k5uWAT0fIxelUtpN4GN1VOTT61AHB6rRjeYzC296SjizKM1pNslEWj0YeuajKfsnNeDuHizB320TTTOrkA==',
  '110.0.1':
    'sha512-LS7GKGoHSNUK2ugRp2k9/Rb+wSjsqPDTQTWd9nM2d2hCgm78WRLx2Vw+xwl3bst3M4+dqfawpx1UObUmt5vVYQ==',
} as const;

export type OldChromium = keyof typeof OLD_CHROMIUMS;

/**
 * Returns the path of an old Chromium. Downloads it once from the npm registry (55 MB) and caches
 * it outside of the project (160 MB). Throws an error with one sentence if it is not available.
 */
export async function oldChromium(version: OldChromium): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`Chromium ${version} is published for Linux on x64 only.`);
  }
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'grand-app-testing');
  const program = join(cache, `chromium-${version}`);
  if (existsSync(program)) return program;
  mkdirSync(cache, { recursive: true });
  // A temporary folder inside the cache, because a rename is atomic only within one file system.
  const folder = mkdtempSync(join(cache, 'fetching-'));
  try {
    const unpacked = await fetchProgram(version, folder);
    renameSync(unpacked, program);
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new Error(`Chromium ${version} could not be fetched from the npm registry: ${reason}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return program;
}

async function fetchProgram(version: OldChromium, folder: string): Promise<string> {
  const { stdout } = await execute('npm', ['pack', `${PACKAGE}@${version}`, '--json'], {
    cwd: folder,
    timeout: MAX_FETCH_MS,
  });
  const [packed]: { filename: string; integrity: string }[] = JSON.parse(stdout);
  if (packed?.integrity !== OLD_CHROMIUMS[version]) {
    throw new Error('the package is not the one that was published');
  }
  // Older versions of npm report the name of the package instead of the file name.
  const file = packed.filename.replace('@', '').replace('/', '-');
  await execute('tar', ['-xzf', file, 'package/bin/chromium.br'], { cwd: folder });
  const program = join(folder, 'chromium');
  await pipeline(
    createReadStream(join(folder, 'package/bin/chromium.br')),
    createBrotliDecompress(),
    createWriteStream(program),
  );
  chmodSync(program, 0o755);
  return program;
}
