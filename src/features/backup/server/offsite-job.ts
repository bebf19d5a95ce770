import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { JobContext, ScheduledJob } from '#platform/server/feature.ts';
import { WorkerPool } from '#platform/server/jobs/worker-pool.ts';
import { writeLetter } from '#platform/server/outbound/letter.ts';
import type { MailParts } from '#platform/server/outbound/mail.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { messageOf } from '#platform/shared/failures.ts';
import { nameOfNight, nightOf, nightsIn, nightsToRemove, nightsUntil } from '../domain/schedule.ts';
import type { OffsiteSettings } from './offsite.ts';
import type { OffsiteTask } from './offsite-worker.ts';

export interface OffsiteParts {
  readonly backupDir: string;
  readonly dataDir: string;
  readonly settings: OffsiteSettings;
  /** Recipients of the notice if no copy has arrived for a long time. */
  readonly operatorEmails: readonly string[];
  readonly mail: MailParts;
}

const RETRY_MS = HOUR_MS;

/** Limits of one upload: a home connection may need the whole night for gigabytes. */
const SENDING = { withinMs: 20 * HOUR_MS, memoryMb: 256 };

/** Dead man's switch: without a copy for this time the operator is notified, once a day. */
const MAX_GAP_MS = 2 * DAY_MS;

const stateShape = z.object({
  /** The newest night with a confirmed copy. */
  newest: z.string().optional(),
  /** A later night, whose copy was sent while the clock was wrong. */
  future: z.string().optional(),
  /** Time of the first attempt, from which the gap is counted if there is no copy yet. */
  since: z.string(),
  failure: z.object({ at: z.string(), reason: z.string() }).optional(),
  noticedAt: z.string().optional(),
});

export type OffsiteState = Readonly<z.output<typeof stateShape>>;

/** Sends each night's backup off-site, and retries failed ones. */
export function offsiteJob(parts: OffsiteParts): ScheduledJob {
  const senders = new WorkerPool<OffsiteTask, void>('offsite-worker', import.meta.url, SENDING);
  return {
    name: 'off-site backup',
    everyMs: MINUTE_MS,
    retryMs: RETRY_MS,
    async run(round) {
      const before = (await offsiteState(parts.dataDir)) ?? { since: round.now().toISOString() };
      const after = await sendNewest(parts, senders, before, round).catch(
        async (error: unknown) => {
          const failure = { at: round.now().toISOString(), reason: messageOf(error) };
          await noteState(parts.dataDir, await tellOperator(parts, { ...before, failure }, round));
          throw error;
        },
      );
      const told = await tellOperator(parts, after, round);
      if (told !== before) await noteState(parts.dataDir, told);
    },
  };
}

async function sendNewest(
  parts: OffsiteParts,
  senders: WorkerPool<OffsiteTask, void>,
  state: OffsiteState,
  round: JobContext,
): Promise<OffsiteState> {
  const { backupDir, settings } = parts;
  const nights = nightsIn(await readdir(backupDir).catch(() => []));
  const [night] = nightsUntil(nights, nightOf(round.now()));
  if (night === undefined || night === state.newest) return state;
  // Imported on demand, because most servers have no off-site backups.
  const { offsiteNights, removeOffsite } = await import('./offsite.ts');
  const there = await offsiteNights(settings);
  if (!there.includes(night)) {
    await senders.run({ file: join(backupDir, nameOfNight(night)), night, settings });
    round.log.info({ night }, 'off-site backup finished');
  }
  const all = [...new Set([night, ...there])];
  for (const old of nightsToRemove(all, night)) await removeOffsite(old, settings);
  const future = there.find((each) => each > night);
  return { since: state.since, newest: night, ...(future !== undefined && { future }) };
}

/** Notifies the operator if it is due; returns the updated state. */
async function tellOperator(
  { operatorEmails, mail }: OffsiteParts,
  state: OffsiteState,
  { now, log }: JobContext,
): Promise<OffsiteState> {
  const at = now();
  const lately = at.getTime() - Date.parse(state.noticedAt ?? '1970-01-01') < DAY_MS;
  if (!isMissing(state, at) || lately || operatorEmails.length === 0) return state;
  const newest =
    state.newest === undefined ? 'there is none yet' : `the newest is of ${state.newest}`;
  const why = state.failure === undefined ? [] : [`The last try failed: ${state.failure.reason}`];
  const letter = writeLetter({
    brand: 'Grand App',
    heading: 'No off-site backup for two days',
    paragraphs: [`No backup has arrived at its other place since: ${newest}.`, ...why],
    closing: 'It is tried again every hour. This letter comes once a day until one has arrived.',
  });
  const subject = 'No off-site backup for two days';
  const sent = await Promise.allSettled(
    operatorEmails.map((address) =>
      mail.mailer.send({ to: { name: 'Operator', address }, subject, ...letter }),
    ),
  );
  for (const one of sent) {
    if (one.status === 'fulfilled') continue;
    const err: unknown = one.reason;
    log.error({ err }, 'email about missing off-site backups failed');
  }
  // The notice counts as sent if one operator received it; otherwise a failure of one address would
  // repeat it to the others every hour.
  const isTold = sent.some(({ status }) => status === 'fulfilled');
  return isTold ? { ...state, noticedAt: at.toISOString() } : state;
}

/**
 * True if no copy has arrived for `MAX_GAP_MS`, counted from the end of the newest night with a
 * copy. Nights in the future are ignored.
 */
export function isMissing({ newest, since }: OffsiteState, now: Date): boolean {
  const isKnown = newest !== undefined && newest <= nightOf(now);
  const last = isKnown ? Date.parse(newest) + DAY_MS : Math.min(Date.parse(since), now.getTime());
  return now.getTime() - last > MAX_GAP_MS;
}

/** Returns the state of the copies; undefined if none was attempted yet. */
export async function offsiteState(dataDir: string): Promise<OffsiteState | undefined> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : stateShape.parse(JSON.parse(text));
}

async function noteState(dataDir: string, state: OffsiteState): Promise<void> {
  await writeFile(fileIn(dataDir), JSON.stringify(state), { mode: 0o600 });
}

const fileIn = (dataDir: string) => join(dataDir, 'offsite-backup.json');
