import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { medication } from '../../src/features/medications/contract.ts';
import { MINUTE_MS } from '../../src/platform/shared/durations.ts';
import { photos } from './crash-care-writers.ts';
import { type FamilyClient, registerFamily } from './family-client.ts';

export interface SoakCount {
  polls: number;
  doses: number;
  uploads: number;
  changes: number;
  events: number;
  failed: string[];
}

/**
 * Maximum pause between two actions, in milliseconds. It is short, so that a day of a family passes
 * in a short time.
 */
const MAX_PAUSE_MS = 400;
/** Number of actions after which the event stream is reopened, as after a tablet's sleep. */
const TURNS_A_LINE = 40;
/**
 * Number of past minutes for which doses are logged, in a cycle, so that the history does not grow
 * without limit.
 */
const MINUTES = 500;

const POLLS = [
  '/api/upcoming-medications',
  '/api/settings',
  '/api/home-buttons',
  '/api/todays-events',
  '/api/medication-logs',
];

/**
 * Simulates a family with a tablet: it polls, receives live updates, logs doses, changes settings
 * and adds photos.
 */
export async function liveAsAFamily(
  url: string,
  count: SoakCount,
  stop: AbortSignal,
): Promise<void> {
  const family = await registerFamily({ url });
  const wanted = { name: 'Lisinopril', frequency: 'as_needed', startDate: '2020-01-01' };
  const { id } = medication.parse(await family.ask('POST', '/api/medications', wanted));
  const uploads = photos(family);
  let line = new AbortController();
  for (let turn = 0; !stop.aborted; turn += 1) {
    if (turn % TURNS_A_LINE === 0) {
      line.abort();
      line = new AbortController();
      void family.follow(line.signal, () => {
        count.events += 1;
      });
    }
    try {
      await doSomething(family, { turn, medicationId: id, count });
      if (turn % 30 === 29) {
        await removeOldest(family);
        await uploads.write();
        count.uploads += 1;
      }
    } catch (error) {
      count.failed.push(error instanceof Error ? error.message : String(error));
    }
    await sleep(Math.random() * MAX_PAUSE_MS);
  }
  line.abort();
}

interface Turn {
  readonly turn: number;
  readonly medicationId: string;
  readonly count: SoakCount;
}

async function doSomething({ ask }: FamilyClient, { turn, medicationId, count }: Turn) {
  await ask('GET', POLLS[turn % POLLS.length] ?? '');
  count.polls += 1;
  if (turn % 5 === 0) {
    const minute = Math.floor(Date.now() / MINUTE_MS) - (turn % MINUTES);
    const scheduledTime = new Date(minute * MINUTE_MS).toISOString();
    await ask('POST', '/api/medication-logs', { medicationId, scheduledTime, status: 'taken' });
    count.doses += 1;
  }
  if (turn % 7 === 0) {
    await ask('PATCH', '/api/settings', { appName: `Window ${turn}` });
    count.changes += 1;
  }
}

/** Removes the oldest photo after each upload, so that the number of photos stays constant. */
async function removeOldest({ ask }: FamilyClient): Promise<void> {
  const shown = z.object({ photos: z.array(z.object({ id: z.string() })) });
  const all = shown.parse(await ask('GET', '/api/photos?limit=500')).photos;
  const oldest = all.at(-1);
  if (all.length > 5 && oldest !== undefined) await ask('DELETE', `/api/photos/${oldest.id}`);
}
