import { existsSync, readFileSync, statSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { connect } from '../src/database/connect.ts';
import { findPostgres, startPostgres } from '../tests/support/postgres.ts';
import { addLoggedFamily, DOSES_A_DAY } from './support/logged-family.ts';

const MAX_SCRIPT_KIB = 73;
const MAX_DOSE_BYTES = 110;

const WEB = 'dist/web';

const HOUSEHOLDS = 50;
const DAYS = 100;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Measures the size of the home screen's scripts, and the disk space of a dose. */
async function benchSizes(): Promise<void> {
  const kib = scriptBytes() / 1024;
  say(
    `The scripts that the page of the home screen names: ${kib.toFixed(1)} KiB (brotli); the goal is ${MAX_SCRIPT_KIB}`,
  );
  const bytes = await doseBytes();
  say(
    `A logged dose with its indexes, of ${HOUSEHOLDS} households: ${bytes.toFixed(0)} bytes; the goal is ${MAX_DOSE_BYTES}`,
  );
}

function scriptBytes(): number {
  const page = readFileSync(`${WEB}/index.html`, 'utf8');
  const scripts = new Set(page.match(/\/assets\/[^"]+\.js/g));
  return [...scripts].reduce((sum, script) => sum + packedSize(`${WEB}${script}`), 0);
}

/** Small files have no compressed copy, so they are compressed here. */
function packedSize(path: string): number {
  if (existsSync(`${path}.br`)) return statSync(`${path}.br`).size;
  return brotliCompressSync(readFileSync(path)).length;
}

async function doseBytes(): Promise<number> {
  const found = findPostgres();
  if (found === undefined) throw new Error('This bench needs PostgreSQL or TEST_DATABASE_URL.');
  const postgres = await startPostgres(found);
  const database = await connect({ databaseUrl: postgres.url, dataDir: '.' });
  try {
    for (let household = 0; household < HOUSEHOLDS; household += 1)
      await addLoggedFamily(database, new Date(), DAYS);
    const answer = await database.asSystem((db) =>
      db.execute(sql`select pg_total_relation_size('medication_logs') as bytes`),
    );
    const [row] = z
      .object({ rows: z.array(z.object({ bytes: z.coerce.number() })) })
      .parse(answer).rows;
    return (row?.bytes ?? Number.NaN) / (HOUSEHOLDS * DAYS * DOSES_A_DAY);
  } finally {
    await database.close();
    await postgres.stop();
  }
}

await benchSizes();
