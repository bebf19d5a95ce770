// Set-up shared by every command. Node's built-ins only: it runs before anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** The oldest Node that everything here runs on. */
const OLDEST_NODE = [20, 19];

const INSTALL_STAMP = 'node_modules/.installed';
const BUILD_STAMP = 'dist/.built';

/** The lock file of an archive of `npm pack`; there while one is made. */
export const PINNED = 'npm-shrinkwrap.json';

/** What the built product is made of. */
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
 * Installs what is missing; does nothing in the usual case. `server`: without what builds and tests,
 * which takes a third of the room.
 */
export async function install(kind = 'everything') {
  refuseOldNode();
  process.chdir(root);
  const wanted = installFingerprint();
  if (stampIs(INSTALL_STAMP, wanted)) return;
  const isServer = kind === 'server';
  if (isServer && stampIs(INSTALL_STAMP, `${wanted} server`)) return;
  say('Installing what is needed. This takes a minute, once.');
  // npm would take it for the lock file.
  unpin();
  const npm = process.env.npm_execpath;
  const [program, first] = npm?.endsWith('js') ? [process.execPath, [npm]] : [npm ?? 'npm', []];
  // A NODE_ENV of production would leave out what the build needs.
  const which = isServer ? '--omit=dev' : '--include=dev';
  await run(program, [...first, 'ci', which, '--no-audit', '--loglevel=error'], {
    env: { ...process.env, NODE_ENV: '' },
    shell: process.platform === 'win32' && program === 'npm',
  });
  writeStamp(INSTALL_STAMP, isServer ? `${wanted} server` : wanted);
}

/** Removes what `npm pack` leaves behind when it is killed. */
export function unpin() {
  rmSync(join(root, PINNED), { force: true });
}

/** Installs what is missing and builds what is stale. */
export async function setUp() {
  await install();
  await build();
}

/** What a server needs: where it is built already, no tools. */
export async function setUpServer() {
  process.chdir(root);
  await install(isBuilt() ? 'server' : 'everything');
  await build();
}

/** Builds what is stale, with what is installed. */
export async function build() {
  process.chdir(root);
  if (isBuilt()) return;
  say('Building.');
  await run(process.execPath, ['scripts/build.mjs']);
  writeStamp(BUILD_STAMP, sourcesFingerprint());
}

const isBuilt = () => stampIs(BUILD_STAMP, sourcesFingerprint());

/** Runs a program with this terminal; rejects when it does not end well. */
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

/** A failure that has said everything already. */
export class Stopped extends Error {}

/** Ends the process with one sentence when a step fails. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${error instanceof Stopped ? error.message : error?.stack}\n`);
    process.exit(1);
  }
}

/**
 * A signal to npm does not reach its script: npm ends, and the script would go on for ever. Under npm
 * the end of the parent is therefore the sign to stop. Returns what ends the watch.
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

export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** Ends the process where what is written here cannot run. */
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
