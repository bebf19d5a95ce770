import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MINUTE_MS } from '../src/platform/shared/durations.ts';
import { findPostgres, startPostgres } from '../tests/support/postgres.ts';
import { startProduct } from './support/measured-server.ts';
import { liveAsAFamily, type SoakCount } from './support/soak-family.ts';

/** Maximum memory growth per minute, measured in the second half of the run. */
const MAX_BYTES_PER_MINUTE = 1_000_000;
const LOOK_EVERY_MS = 10_000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    families: { type: 'string', default: '20' },
    database: { type: 'string', default: 'embedded' },
  },
});

const minutes = Number(values.minutes);
const dataDir = mkdtempSync(join(tmpdir(), 'grand-soak-'));
const found = values.database === 'postgres' ? findPostgres() : undefined;
const postgres = found === undefined ? undefined : await startPostgres(found);
const product = await startProduct(dataDir, {
  DATABASE_URL: postgres?.url ?? '',
  TRUSTED_PROXIES: '127.0.0.1',
});

interface Look {
  readonly minute: number;
  readonly held: number;
  readonly resident: number;
}

/** Returns megabytes per minute as the slope of a linear regression. */
function slopeOf(looks: readonly Look[], what: 'held' | 'resident'): number {
  const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;
  const [middle, level] = [
    mean(looks.map(({ minute }) => minute)),
    mean(looks.map((one) => one[what])),
  ];
  const above = looks.reduce((sum, one) => sum + (one.minute - middle) * (one[what] - level), 0);
  return above / looks.reduce((sum, { minute }) => sum + (minute - middle) ** 2, 0);
}

const count: SoakCount = { polls: 0, doses: 0, uploads: 0, changes: 0, events: 0, failed: [] };
const stop = new AbortController();
const looks: Look[] = [];
try {
  const families = Array.from({ length: Number(values.families) }, () =>
    liveAsAFamily(product.url, count, stop.signal),
  );
  const began = performance.now();
  const minute = () => (performance.now() - began) / MINUTE_MS;
  while (minute() < minutes) {
    await sleep(LOOK_EVERY_MS);
    const { held, memory } = await product.settle();
    looks.push({ minute: minute(), held, resident: memory });
    if (looks.length % 6 === 0)
      console.log(
        `minute ${minute().toFixed(0)}: ${(held / 1e6).toFixed(1)} MB held, ${(memory / 1e6).toFixed(0)} MB resident`,
      );
  }
  stop.abort();
  await Promise.all(families);
} finally {
  await product.stop();
  await postgres?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

const secondHalf = looks.slice(Math.floor(looks.length / 2));
const held = slopeOf(secondHalf, 'held');
const { failed, ...counts } = count;
console.table({
  minutes,
  families: Number(values.families),
  ...counts,
  failed: failed.length,
  'held, MB a minute over the second half': (held / 1e6).toFixed(3),
  'resident, MB a minute over the second half': (slopeOf(secondHalf, 'resident') / 1e6).toFixed(3),
});
for (const reason of failed.slice(0, 10)) console.log(`FAILED ${reason}`);
process.exitCode = held < MAX_BYTES_PER_MINUTE && failed.length === 0 ? 0 : 1;
