import { randomUUID, X509Certificate } from 'node:crypto';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { max, sql } from 'drizzle-orm';
import { type Database, pingNats } from '#database/connect.ts';
import { sessions } from '#database/schema/access.ts';
import { readPushKeys } from '#features/alerts/server.ts';
import { backupState, isMissing, offsiteState } from '#features/backup/server.ts';
import type { Finding } from '#features/server-health/contract.ts';
import { stripeBilling } from '#features/subscription/server.ts';
import { withTimeout } from '#platform/server/jobs/with-timeout.ts';
import { checkMail } from '#platform/server/outbound/mail.ts';
import type { FileStore } from '#platform/server/storage/file-store.ts';
import { incomingFolder } from '#platform/server/storage/temp-files.ts';
import { readCertificate } from '#platform/server/tls.ts';
import { DAY_MS, SECOND_MS } from '#platform/shared/durations.ts';
import { messageOf } from '#platform/shared/failures.ts';
import type { Config } from '../app/config.ts';
import { type CheckResult, fail, ok, warn } from './check-result.ts';
import { lookAtCare, lookAtLetters } from './look-at-care.ts';
import { lookAtDatabase } from './look-at-database.ts';
import { lookAtJobs } from './look-at-jobs.ts';
import { lookAtReplica } from './look-at-replica.ts';
import { newerSentence, newestRelease, OWN_VERSION } from './newer-version.ts';

export interface DoctorParts {
  readonly config: Config;
  /** Undefined if another process has the embedded database open and does not answer. */
  readonly database: Database | undefined;
  readonly store: FileStore;
  now(): Date;
}

/** Maximum skew between the clocks of two machines. */
const MAX_SKEW_MS = 5_000;

/** A certificate with less validity than this should be renewed. */
const RENEW_MS = 20 * DAY_MS;

/** Earliest plausible time; a clock that shows an earlier one is wrong. */
const EARLIEST = Date.UTC(2026, 0, 1);

const LOOK_MS = 10_000;
const NO_ANSWER = `There was no answer within ${LOOK_MS / SECOND_MS} seconds.`;

export async function examine(parts: DoctorParts): Promise<Finding[]> {
  const checks: [string, (parts: DoctorParts) => Promise<CheckResult>][] = [
    ['Database', ({ database, config }) => lookAtDatabase(database, config)],
    ['Address', lookAtAddress],
    ['Storage', lookAtStorage],
    ['Free space', lookAtSpace],
    ['Reminders', inDatabase(lookAtCare)],
    ['Letters', inDatabase(lookAtLetters)],
    ['Jobs', inDatabase(lookAtJobs)],
    ['Backups', lookAtBackups],
    ['Off-site backups', lookAtOffsite],
    ['Mail', lookAtMail],
    ['Push keys', inDatabase(lookAtPushKeys)],
    ['Payments', lookAtPayments],
    ['Clock', lookAtClock],
    ['Version', lookAtVersion],
  ];
  const { natsUrl } = parts.config;
  if (natsUrl !== undefined) checks.push(['NATS', () => lookAtNats(natsUrl)]);
  const { replica } = parts.database ?? {};
  if (replica !== undefined) checks.push(['Replica', () => lookAtReplica(replica)]);
  return Promise.all(
    checks.map(async ([what, look]) => {
      // The timeout is for an external server that accepts the connection and never responds.
      const looked = withTimeout(LOOK_MS, NO_ANSWER, look(parts));
      return { what, ...(await looked.catch((error: unknown) => fail(messageOf(error)))) };
    }),
  );
}

/**
 * Wraps a check that needs the database, which cannot be opened while another process has it open.
 */
function inDatabase(look: (database: Database, now: Date) => Promise<CheckResult>) {
  return async ({ database, now }: DoctorParts): Promise<CheckResult> =>
    database === undefined
      ? warn('Another process holds the embedded database; this could not be looked at.')
      : look(database, now());
}

async function lookAtVersion({ config: { releaseUrl } }: DoctorParts): Promise<CheckResult> {
  if (releaseUrl === undefined) return ok(`This is version ${OWN_VERSION}.`);
  try {
    const newest = await newestRelease(releaseUrl);
    const sentence = newerSentence(newest);
    return sentence === undefined
      ? ok(`This is version ${OWN_VERSION}, the newest.`)
      : { ...warn(sentence), newer: newest };
  } catch (error) {
    // Only a warning, because the server itself works without it.
    return warn(messageOf(error));
  }
}

async function lookAtNats(natsUrl: string): Promise<CheckResult> {
  await pingNats(natsUrl);
  return ok(`The NATS server ${new URL(natsUrl).hostname} answers.`);
}

/** Message of the server's start and of the doctor if mail is configured without PUBLIC_URL. */
export const NO_MAILED_LINKS =
  'PUBLIC_URL is not set, so emails cannot contain links: no invitation, new password or confirmation is mailed. Set PUBLIC_URL to the address that people use.';

const NO_HTTPS =
  'without https, tablets cannot go on without a connection, and browsers take no push (docs/https.md).';

async function lookAtAddress({ config, now }: DoctorParts): Promise<CheckResult> {
  const { publicUrl, isPublicUrlSet, secureCookies, certificate } = config;
  if (certificate !== undefined) {
    const { cert } = await readCertificate(certificate);
    const until = new Date(new X509Certificate(cert).validTo);
    const left = until.getTime() - now().getTime();
    if (left <= 0) return fail(`The certificate of HTTPS_CERT has ended at ${stamp(until)} (UTC).`);
    if (left < RENEW_MS)
      return warn(`The certificate of HTTPS_CERT ends at ${stamp(until)} (UTC).`);
  }
  if (!isPublicUrlSet) {
    if (config.mail !== undefined) return fail(NO_MAILED_LINKS);
    const links =
      'PUBLIC_URL is not set: links on screens begin with the address at which the page was opened';
    return warn(secureCookies ? `${links}.` : `${links}; ${NO_HTTPS}`);
  }
  return secureCookies
    ? ok(`People use ${publicUrl}.`)
    : warn(`People use ${publicUrl}: ${NO_HTTPS}`);
}

async function lookAtStorage({ config, store }: DoctorParts): Promise<CheckResult> {
  const where = config.s3 ? `The bucket ${config.s3.bucket}` : `The folder ${config.dataDir}`;
  const folder = incomingFolder(config.dataDir);
  const file = `${randomUUID()}.txt`;
  const household = randomUUID();
  const name = `${household}/${file}`;
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, file), 'written by the doctor');
    await store.put(join(folder, file), name);
    const facts = await store.stat(name);
    await store.removeHousehold(household);
    if (facts === undefined) return fail(`${where} took a file and does not have it.`);
    return ok(`${where} takes files and gives them back.`);
  } catch (error) {
    return fail(`${where} cannot be written to: ${messageOf(error)}`);
  } finally {
    await rm(join(folder, file), { force: true });
  }
}

async function lookAtSpace({ config }: DoctorParts): Promise<CheckResult> {
  const { bavail, bsize } = await statfs(config.dataDir);
  const free = bavail * bsize;
  const gigabytes = (free / 1e9).toFixed(1);
  return free < config.uploadReserveBytes
    ? fail(`Only ${gigabytes} GB are free in ${config.dataDir}: uploads are refused.`)
    : ok(`${gigabytes} GB are free in ${config.dataDir}.`);
}

async function lookAtBackups({ config, now }: DoctorParts): Promise<CheckResult> {
  const { backupDir, dataDir } = config;
  if (backupDir === undefined) {
    return warn('BACKUP_DIR is not set: this server makes no backup by night.');
  }
  const { newest, future, isOld, failure } = await backupState({ backupDir, dataDir }, now());
  if (failure !== undefined) {
    return fail(`The backup at ${stamp(new Date(failure.at))} (UTC) failed: ${failure.reason}`);
  }
  if (newest === undefined) {
    return warn(`There is no backup in ${backupDir} yet; a running server makes one every night.`);
  }
  return newestBackup(`The newest backup in ${backupDir} is of ${newest}.`, isOld, future);
}

/**
 * Returns the result for the newest backup. Adds a warning if another backup is dated in the
 * future.
 */
function newestBackup(sentence: string, isOld: boolean, future: string | undefined): CheckResult {
  if (future === undefined) return isOld ? fail(sentence) : ok(sentence);
  const all = `${sentence} One is dated ${future}: it was made while the clock was wrong, and is ignored. Delete it once the clock is right.`;
  return isOld ? fail(all) : warn(all);
}

async function lookAtOffsite({ config, now }: DoctorParts): Promise<CheckResult> {
  const { offsite, dataDir } = config;
  if (offsite === undefined) {
    return warn('BACKUP_S3_BUCKET is not set: who loses this machine loses its backups with it.');
  }
  const state = await offsiteState(dataDir);
  if (state?.failure !== undefined) {
    return fail(
      `The last try at ${stamp(new Date(state.failure.at))} (UTC) failed: ${state.failure.reason}`,
    );
  }
  if (state?.newest === undefined) {
    return warn(`There is none in the bucket ${offsite.bucket} yet.`);
  }
  const sentence = `The newest in the bucket ${offsite.bucket} is of ${state.newest}.`;
  return newestBackup(sentence, isMissing(state, now()), state.future);
}

async function lookAtMail({ config }: DoctorParts): Promise<CheckResult> {
  if (config.mail === undefined) {
    return warn(
      'SMTP_URL is not set: links are shown to the administrator instead, and no alert goes out by mail.',
    );
  }
  const { hostname } = new URL(config.mail.smtpUrl);
  return checkMail(config.mail).then(
    () => ok(`The mail server ${hostname} lets this server in.`),
    (error: unknown) => fail(`The mail server ${hostname} cannot be used: ${messageOf(error)}`),
  );
}

async function lookAtPushKeys(database: Database): Promise<CheckResult> {
  await readPushKeys(database);
  return ok('The keys for notifications are there.');
}

async function lookAtPayments({ config: { stripe } }: DoctorParts): Promise<CheckResult> {
  if (stripe === undefined) {
    return warn('STRIPE_SECRET_KEY is not set: nothing is charged on this server.');
  }
  const fault = await stripeBilling(stripe).faultOfPrices();
  return fault === undefined ? ok('Stripe answers and has the prices of both plans.') : fail(fault);
}

async function lookAtClock({ database, now }: DoctorParts): Promise<CheckResult> {
  const here = now();
  if (here.getTime() < EARLIEST) return fail(`The clock of this machine shows ${stamp(here)}.`);
  if (database === undefined) return ok(`The clock shows ${stamp(here)} (UTC).`);
  const [seen, there] = await database.asSystem(async (db) => {
    const [last] = await db.select({ at: max(sessions.lastSeenAt) }).from(sessions);
    const [clock] = await db
      .select({ at: sql<string>`(extract(epoch from clock_timestamp()) * 1000)::bigint` })
      .from(sql`(select 1) one`);
    return [last?.at ?? undefined, Number(clock?.at)];
  });
  if (seen !== undefined && seen.getTime() - here.getTime() > MAX_SKEW_MS) {
    return fail(`The clock shows ${stamp(here)} (UTC), but somebody was here at ${stamp(seen)}.`);
  }
  const skew = database.kind === 'postgres' ? Math.abs(there - here.getTime()) : 0;
  return skew > MAX_SKEW_MS
    ? fail(`The clocks here and at the database are ${Math.round(skew / SECOND_MS)} seconds apart.`)
    : ok(`The clock shows ${stamp(here)} (UTC).`);
}

function stamp(instant: Date): string {
  return instant.toISOString().slice(0, 16).replace('T', ' ');
}
