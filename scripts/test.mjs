// npm test: installs, builds, and runs all tests. npm test -- check | unit | e2e runs a part;
// bench: compares the cost of polls and presses; full: every database test on both kinds of
// database, and every variant of a screen in every window; changed: tests affected by uncommitted
// changes; quick: checks, tests without a database, and the main journeys.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { needBrowser, versionOf } from './browser.mjs';
import { main, printLine, run, Stopped, setUp } from './setup.mjs';
import { describeFailures, readJourneys, slowest } from './testing/summary.mjs';

const RESULTS = '.cache/test-results';
const POSTGRES_VERSION = '.cache/test-postgres-version';
const PARTS = { check: runChecks, unit: runUnit, e2e: runBrowser, bench: runBench };
/** Groups of tests that run only if they are named, in CI, or with `full`; see bench/README.md. */
const NOT_AT_HAND = ['bench'];
/** Counts for a test runner that has written no report. */
const NOTHING = { passed: 0, failed: 0, skipped: 0 };
const SCOPES = ['full', 'changed', 'quick'];
/** Arguments of the scopes that run only a part of the tests. */
const UNITS = {
  changed: ['--changed', '--passWithNoTests'],
  quick: ['--project=rules', '--project=web'],
};
const JOURNEYS = { changed: ['--only-changed', '--pass-with-no-tests'], quick: ['--grep=@main'] };
/** File system in memory (tmpfs), which some systems have. */
const MEMORY = '/dev/shm';
/**
 * Free memory required to keep test data there: ten times the measured peak of all tests except the
 * browser tests.
 */
const ROOM_BYTES = 4 * 2 ** 30;

await main(async () => {
  const words = process.argv.slice(2);
  const unknown = words.find((word) => !(word in PARTS) && !SCOPES.includes(word));
  if (unknown) {
    const known = [...Object.keys(PARTS), ...SCOPES].join(', ');
    throw new Stopped(`There is no part '${unknown}': ${known}.`);
  }
  const wanted = words.filter((word) => word in PARTS);
  const scope = words.find((word) => SCOPES.includes(word));
  const isAll = scope === 'full' || (scope === undefined && process.env.CI !== undefined);
  await setUp();
  mkdirSync(RESULTS, { recursive: true });
  keepInMemory();
  const total = { passed: 0, failed: 0, skipped: 0 };
  const ran = [];
  const failures = [];
  const flaky = [];
  for (const [name, part] of Object.entries(PARTS)) {
    const isWanted =
      wanted.length > 0 ? wanted.includes(name) : isAll || !NOT_AT_HAND.includes(name);
    if (!isWanted) continue;
    const found = await part(scope);
    for (const kind of Object.keys(total)) total[kind] += found.counts[kind];
    ran.push(...found.what);
    failures.push(...found.failures);
    flaky.push(...(found.flaky ?? []));
  }
  printLine(['', 'Tests that ran:', ...ran.map((line) => `- ${line}`), ''].join('\n'));
  const told = [
    ...describeFailures('PASSED ONLY ON RETRY', flaky),
    ...describeFailures('FAILED', failures),
  ];
  if (told.length > 0) printLine([...told, ''].join('\n'));
  printLine(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exitCode = total.failed === 0 ? 0 : 1;
});

async function runChecks() {
  const passed = await succeeds(['scripts/check.mjs']);
  return asOneTest(passed, 'types, lint, import rules, plain English, unused code');
}

async function runUnit(scope) {
  const file = `${RESULTS}/unit.json`;
  rmSync(POSTGRES_VERSION, { force: true });
  const passed = await succeeds(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=./scripts/testing/unit-reporter.mjs',
      ...(UNITS[scope] ?? []),
    ],
    { env: { ...envOf(scope), UNIT_REPORT_FILE: file } },
  );
  const { files = [], failures = [], ...counted } = take(file) ?? NOTHING;
  return {
    ...consistent(passed, counted, failures),
    what: [...unitsRun(scope), ...slowest(files)],
  };
}

/** Lists the groups of tests without a browser that ran. */
function unitsRun(scope) {
  const always = 'rules and the web side in Node';
  if (scope === 'quick')
    return [always, 'the server: NOT RUN, because only quick tests were asked for'];
  const postgres = existsSync(POSTGRES_VERSION)
    ? `the server on PostgreSQL ${readFileSync(POSTGRES_VERSION, 'utf8')}`
    : 'the server on PostgreSQL: NOT RUN, because none was found (install one, or TEST_DATABASE_URL)';
  return [
    always,
    scope === 'full' || !existsSync(POSTGRES_VERSION)
      ? 'the server on the embedded database'
      : 'reminders, doses and alerts, on the embedded database',
    postgres,
  ];
}

async function runBrowser(scope) {
  let browser;
  try {
    browser = await needBrowser();
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    printLine(error.message);
    return asOneTest(
      false,
      'journeys: NOT RUN, because there is no Chromium (install one, or CHROMIUM_PATH)',
    );
  }
  const file = `${RESULTS}/e2e.json`;
  const env = { ...envOf(scope), PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  if (browser) env.CHROMIUM_PATH = browser;
  const passed = await succeeds(
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--reporter=list,json',
      ...(JOURNEYS[scope] ?? []),
    ],
    { env },
  );
  const { files, failures, flaky, ...counted } = readJourneys(take(file));
  const version = browser ? `Chromium ${versionOf(browser)}` : "Playwright's Chromium";
  return {
    ...consistent(passed, counted, failures),
    flaky,
    what: [
      `journeys in ${version}`,
      ...(scope === 'full' ? ['one journey in Chromium 103 and in 110'] : []),
      ...slowest(files),
    ],
  };
}

async function runBench() {
  const passed = await succeeds(['--import', 'tsx', 'bench/ratios.ts']);
  return asOneTest(passed, 'the cost of a poll and of a press, against the recorded cost');
}

/** Converts the result of a check to counts, as if it were one test. A failure is named `what`. */
function asOneTest(passed, what) {
  return {
    counts: { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 },
    failures: passed ? [] : [{ name: what, message: '' }],
    what: [what],
  };
}

/**
 * Puts temporary files into memory, unless TMPDIR is set or memory is short: databases, uploads and
 * browser profiles of the tests are temporary, but they would be synced to the disk.
 */
function keepInMemory() {
  if (process.env.TMPDIR !== undefined || !existsSync(MEMORY)) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (Math.min(bavail * bsize, freemem()) < ROOM_BYTES) return;
  const folder = mkdtempSync(join(MEMORY, 'grand-tests-'));
  // Writable for all users, because PostgreSQL runs as another user when the tests run as root.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

/** Sets TEST_FULL for the scope `full`. */
function envOf(scope) {
  return scope === 'full' ? { ...process.env, TEST_FULL: 'yes' } : process.env;
}

async function succeeds(command, options) {
  try {
    await run(process.execPath, command, options);
    return true;
  } catch (error) {
    if (error instanceof Stopped) return false;
    throw error;
  }
}

/** Reads and deletes the report of a test runner; undefined if it has written none. */
function take(file) {
  if (!existsSync(file)) return undefined;
  const report = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  return report;
}

/**
 * Adds a failure if the test runner has failed without counting one, for example because a file
 * does not load.
 */
function consistent(passed, counts, failures) {
  if (passed || counts.failed > 0) return { counts, failures };
  const unnamed = { name: 'a runner that reported no test', message: '' };
  return {
    counts: { ...counts, failed: 1 },
    failures: failures.length > 0 ? failures : [unnamed],
  };
}
