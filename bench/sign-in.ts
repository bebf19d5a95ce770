import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findPostgres, startPostgres, withDatabase } from '../src/database/testing-postgres.ts';
import { hashPassword, isPassword } from '../src/platform/server/passwords.ts';
import { EXAMPLE_PASSWORD, registrationForm } from '../src/testing/registration.ts';
import { costOf, sum } from './support/cpu-cost.ts';
import { median, newDatabase } from './support/database-cpu.ts';
import { reportFigure } from './support/figures.ts';
import { startMeasured } from './support/measured-server.ts';

/** Limit: CPU of server and database, relative to argon2id alone. */
const LIMIT = 2.2;

/** Desired value. */
const GOAL = 1.15;

const ROUNDS = 5;
const SIGN_INS = 40;
const EMAIL = 'ada@example.com';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Measures the CPU of a sign-in on a known device, relative to the password check alone. */
async function benchSignIn(): Promise<boolean> {
  const found = findPostgres();
  if (found === undefined) throw new Error('This bench needs PostgreSQL or TEST_DATABASE_URL.');
  const postgres = await startPostgres(found);
  const dataDir = mkdtempSync(join(tmpdir(), 'grand-bench-'));
  const database = await newDatabase(postgres.url);
  const databaseUrl = withDatabase(postgres.url, database);
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'error' };
  const server = await startMeasured('dist/server/server.js', {
    ...environment,
    ...{ PORT: '0', HOST: '127.0.0.1' },
  });
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const cookies = await post(server.url, 'register', registrationForm(EMAIL));
    const signIn = () =>
      post(server.url, 'login', { email: EMAIL, password: EXAMPLE_PASSWORD }, cookies);
    const subject = { name: 'this build', server, database };
    const pairs: { own: number; alone: number }[] = [];
    // The first round is the warm-up.
    for (let round = -1; round < ROUNDS; round += 1) {
      const own = sum(await costOf(subject, client, () => repeated(signIn))) / SIGN_INS;
      const pair = { own, alone: await costAlone() };
      if (round >= 0) pairs.push(pair);
    }
    const ratio = median(pairs.map(({ own, alone }) => own / alone));
    const ms = (which: 'own' | 'alone') =>
      (median(pairs.map((pair) => pair[which])) / 1000).toFixed(1);
    const verdict = ratio <= LIMIT ? 'within' : 'OVER';
    say(
      `A sign-in: ${ms('own')} ms of CPU, argon2id alone ${ms('alone')}, ${ratio.toFixed(2)} times (${verdict} ${LIMIT})`,
    );
    reportFigure({
      ...{ goal: 'P7', what: 'a sign-in', figure: ratio, most: GOAL, unit: 'times argon2id' },
    });
    return ratio <= LIMIT;
  } finally {
    await client.end();
    await server.stop();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function repeated(work: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < SIGN_INS; time += 1) await work();
}

/** Returns microseconds. */
async function costAlone(): Promise<number> {
  const hash = await hashPassword(EXAMPLE_PASSWORD);
  const before = process.cpuUsage();
  await repeated(() => isPassword(EXAMPLE_PASSWORD, hash));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / SIGN_INS;
}

/** Returns the cookies of the response as a Cookie header. */
async function post(url: string, what: string, body: object, cookie = ''): Promise<string> {
  const answer = await fetch(`${url}/api/auth/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${what} answered ${answer.status}: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

process.exitCode = (await benchSignIn()) ? 0 : 1;
