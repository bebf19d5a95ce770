// Installs and builds before each command. Uses only Node's built-in modules, because it runs
// before the installation.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

const OLDEST_NODE = [20, 19];

const INSTALL_STAMP = 'node_modules/.installed';
const BUILD_STAMP = 'dist/.built';

/** Name of the lock file in a package; the file exists only while `npm pack` runs. */
export const PINNED = 'npm-shrinkwrap.json';

/** Files and folders that the build depends on. */
const SOURCES = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'tsconfig.base.json',
  'tsconfig.web.json',
  'package.json',
  'scripts',
];

/**
 * Installs missing packages; usually does nothing. `server` omits development packages to save
 * disk space.
 */
export async function install(kind = 'everything') {
  refuseOldNode();
  process.chdir(root);
  const wanted = installFingerprint();
  if (stampIs(INSTALL_STAMP, wanted)) return;
  const isServer = kind === 'server';
  if (isServer && stampIs(INSTALL_STAMP, `${wanted} server`)) return;
  printLine('Installing what is needed. This takes a minute, once.');
  // An old file of that name is removed first, because npm would use it as the lock file.
  unpin();
  const npm = process.env.npm_execpath;
  const [program, first] = npm?.endsWith('js') ? [process.execPath, [npm]] : [npm ?? 'npm', []];
  // Set explicitly: with NODE_ENV=production npm would omit development packages, which the build
  // needs.
  const which = isServer ? '--omit=dev' : '--include=dev';
  await run(program, [...first, 'ci', which, '--no-audit', '--loglevel=error'], {
    env: { ...process.env, NODE_ENV: '' },
    shell: process.platform === 'win32' && program === 'npm',
  });
  writeStamp(INSTALL_STAMP, isServer ? `${wanted} server` : wanted);
}

/** Removes the file that an interrupted `npm pack` leaves behind. */
export function unpin() {
  rmSync(join(root, PINNED), { force: true });
}

export async function setUp() {
  await install();
  await build();
}

/**
 * Installs the packages that a server needs; development packages only if the server is not built
 * yet.
 */
export async function setUpServer() {
  process.chdir(root);
  await install(isBuilt() ? 'server' : 'everything');
  await build();
}

/** Builds the product if its sources have changed since the last build. */
export async function build() {
  process.chdir(root);
  if (isBuilt()) return;
  printLine('Building.');
  await run(process.execPath, ['scripts/build.mjs']);
  writeStamp(BUILD_STAMP, sourcesFingerprint());
}

const isBuilt = () => stampIs(BUILD_STAMP, sourcesFingerprint());

/** Runs a program in this terminal; rejects when it fails. */
export function run(program, given, options = {}) {
  return new Promise((done, failed) => {
    const child = spawn(program, given, { stdio: 'inherit', ...options });
    const forward = (signal) => child.kill(signal);
    const unwatch = whenParentEnds(() => {
      child.kill();
      process.exit(1);
    });
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, forward);
    child.once('error', failed);
    child.once('close', (code, signal) => {
      unwatch();
      for (const name of ['SIGTERM', 'SIGINT']) process.off(name, forward);
      if (code === 0) done();
      else failed(new Stopped(`${[program, ...given].join(' ')} ended with ${signal ?? code}.`));
    });
  });
}

/** Thrown for an expected failure, of which only the message is printed. */
export class Stopped extends Error {}

/** Runs the work. If it fails, prints the error and exits with 1. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${error instanceof Stopped ? error.message : error?.stack}\n`);
    process.exit(1);
  }
}

/**
 * npm does not forward signals to the script that it runs, and the script would continue after npm
 * has ended. Therefore a script under npm stops when its parent process ends. Returns a function
 * that ends the watch.
 */
export function whenParentEnds(stop) {
  if (!process.env.npm_lifecycle_event) return () => undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, 500);
  timer.unref();
  return () => clearInterval(timer);
}

export function printLine(line) {
  process.stdout.write(`${line}\n`);
}

/** Exits if the version of Node is too old. */
export function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  process.stderr.write(
    `Node ${OLDEST_NODE.join('.')} or later is needed; this is Node ${process.versions.node}.\n`,
  );
  process.exit(1);
}

function installFingerprint() {
  const { platform, arch, versions } = process;
  return createHash('sha256')
    .update(readFileSync('package-lock.json'))
    .update(`${platform} ${arch} ${versions.modules}`)
    .digest('hex');
}

function sourcesFingerprint() {
  const hash = createHash('sha256').update(readFileSync('package-lock.json'));
  for (const file of SOURCES.filter((source) => existsSync(source)).flatMap(filesIn)) {
    hash.update(`\n${relative(root, resolve(file))}\n`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesIn(path) {
  if (/\.(test|testing)\.tsx?$/.test(path)) return [];
  let entries;
  try {
    entries = readdirSync(path).sort();
  } catch {
    return [path];
  }
  return entries.flatMap((entry) => filesIn(join(path, entry)));
}

function stampIs(file, wanted) {
  return existsSync(file) && readFileSync(file, 'utf8') === wanted;
}

function writeStamp(file, fingerprint) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, fingerprint);
}
