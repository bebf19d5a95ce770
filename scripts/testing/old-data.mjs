// node scripts/testing/old-data.mjs COMMIT …: creates the dumps in src/database/upgrades/ with the
// server of each commit. Needs PostgreSQL's programs and the Git history.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { fillHousehold } from './old-household.mjs';

const TARGET = 'src/database/upgrades';
const PORT = 4870;

const PG_DUMP = 'pg_dump';

/**
 * URL of a PostgreSQL server for temporary databases, such as
 * postgres://postgres@127.0.0.1:5432/postgres.
 */
const { TEST_DATABASE_URL: server } = process.env;
if (!server) throw new Error('TEST_DATABASE_URL must name a PostgreSQL server.');

for (const commit of process.argv.slice(2)) {
  await dumpOf(commit).catch((error) => console.error(`${commit}: ${error.message}`));
}

async function dumpOf(commit) {
  const tree = mkdtempSync(join(tmpdir(), 'grand-old-'));
  const url = new URL(server);
  url.pathname = `/old_${commit}`;
  try {
    execFileSync('sh', ['-c', `git archive ${commit} | tar x -C ${tree}`]);
    symlinkSync(join(process.cwd(), 'node_modules'), join(tree, 'node_modules'));
    await onServer(`create database old_${commit}`);
    const newest = readdirSync(join(tree, 'src/database/migrations'))
      .filter((name) => name.endsWith('.sql'))
      .sort()
      .at(-1);
    await whileRunning(tree, url.href, fillHousehold);
    const options = ['--inserts', '--rows-per-insert=100', '--no-owner', '--enable-row-security'];
    // Makes the dump name the partitioned table instead of its partitions, because the tests count
    // rows by table.
    options.push('--load-via-partition-root');
    const dump = execFileSync(PG_DUMP, [...options, url.href], {
      env: { ...process.env, PGOPTIONS: '-c app.system=on' },
    });
    const lines = dump
      .toString()
      .split('\n')
      .filter((line) => !/^(--|\\|$)/.test(line));
    const file = join(TARGET, newest.replace('.sql', '.sql.gz'));
    // Replaces the owner's name, so that the user who loads the dump becomes the owner.
    const text = lines
      .join('\n')
      .replaceAll(/ FOR ROLE postgres|(?<= )TO postgres(?= USING)/g, (what) =>
        what.startsWith('TO') ? 'TO CURRENT_USER' : '',
      );
    writeFileSync(file, gzipSync(text, { level: 9 }));
    process.stdout.write(`${file}: made by ${commit}\n`);
  } finally {
    rmSync(tree, { recursive: true, force: true });
    await onServer(`drop database if exists old_${commit} with (force)`);
  }
}

async function onServer(statement) {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function whileRunning(tree, databaseUrl, work) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/app/server.ts'], {
    cwd: tree,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(tree, 'data'),
      PORT: String(PORT),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      OPEN_METEO_URL: 'http://127.0.0.1:9',
    },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    const url = `http://127.0.0.1:${PORT}`;
    await ready(`${url}/readyz`, child);
    await work(url);
  } finally {
    child.kill();
    await ended;
  }
}

async function ready(url, child) {
  while (child.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The server of before ended.');
}
