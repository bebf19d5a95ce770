import { existsSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { connect, type Database } from '#database/connect.ts';
import { backupRoute } from '#features/backup/server.ts';
import { steadyClock } from '#platform/server/jobs/monotonic-clock.ts';
import { isInContainer, lanAddresses } from '#platform/server/lan-addresses.ts';
import { openOperatorLine } from '#platform/server/operator-line.ts';
import { incomingFolder } from '#platform/server/storage/temp-files.ts';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { restoreRoute } from '../cli/backups.ts';
import { NO_MAILED_LINKS } from '../cli/doctor.ts';
import { commandRoute, doctorRoute } from '../cli/run-command.ts';
import { sentenceOf } from '../cli/sentence-of.ts';
import { buildApp, storeFor } from './build-app.ts';
import { type Config, readConfig } from './config.ts';
import { addDemoHousehold, describeDemo } from './demo.ts';
import { preflight } from './preflight.ts';

/**
 * Length of the accept queue of the socket. Longer than Node's default of 511, because all screens
 * connect at once after a start. The operating system may limit it further.
 */
const BACKLOG = 4096;

/** Prints a line for the person at the terminal. All other messages go to the log. */
const say = (line: string) => process.stdout.write(`${line}\n`);

/** If the server takes longer to stop, the terminal explains why; in milliseconds. */
const WAITS_MS = 2_000;

/** Maximum time from the end of the grace period to the end of the process, in milliseconds. */
const MAX_STOP_MS = 10_000;

/** Finds the built web client next to the bundle, or in `dist` when the sources run. */
function webRoot(): string | undefined {
  const places = ['../web', '../../dist/web'];
  return places
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((folder) => existsSync(`${folder}/index.html`));
}

async function start(config: Config): Promise<void> {
  const host = await preflight(config);
  const database = await connect({ ...config, isDumpedFirst: true, log: say });
  const web = webRoot();
  const app = await buildApp({
    config,
    database,
    now: () => new Date(),
    steady: steadyClock(database),
    ...(web === undefined ? {} : { webRoot: web }),
  });
  const hangUp = await operatorLine(config, database, app);
  stopWhenAsked({ app, database, hangUp, graceMs: config.stopGraceMs });
  const demo = process.env.GRAND_DEMO === '1' ? await demoHousehold(database, app) : undefined;
  // Suppresses Fastify's own lines about its address, which `readyLines` replaces.
  app.log.level = 'warn';
  await app.listen({ port: config.port, host, backlog: BACKLOG });
  app.log.level = config.logLevel;
  for (const line of readyLines(app, { ...config, host })) say(line);
  if (config.mail !== undefined && !config.isPublicUrlSet) say(NO_MAILED_LINKS);
  if (demo !== undefined) for (const line of describeDemo(demo)) say(line);
}

/**
 * Opens the socket for the operator's commands, because only this process can open the embedded
 * database. With PostgreSQL the commands connect to the database themselves.
 */
async function operatorLine(config: Config, database: Database, app: FastifyInstance) {
  if (database.kind === 'postgres') return async () => undefined;
  const { dataDir } = config;
  const now = () => new Date();
  const incoming = incomingFolder(dataDir);
  const { log, unitOfWork } = app;
  const parts = { database, unitOfWork, config, store: await storeFor(config), incoming, now };
  const routes = {
    ...backupRoute(parts),
    ...restoreRoute(parts),
    ...commandRoute(parts),
    ...doctorRoute(parts),
  };
  return openOperatorLine({ dataDir, log, routes });
}

async function demoHousehold(database: Database, app: FastifyInstance) {
  const now = new Date();
  const demo = await addDemoHousehold(database, now);
  const { addDemoContent } = await import('./demo-content.ts');
  await addDemoContent(app, demo, now);
  const { addDemoUse } = await import('./demo-use.ts');
  await addDemoUse(database, demo, now);
  const { addDemoMeasures } = await import('./demo-measures.ts');
  await addDemoMeasures(database, demo, now);
  return demo;
}

/**
 * Returns the lines with the addresses of the server, including those for a tablet in the local
 * network.
 */
function readyLines(
  app: FastifyInstance,
  { isPublicUrlSet, publicUrl, scheme, host }: Config,
): string[] {
  const bound = app.server.address();
  const port = typeof bound === 'object' ? bound?.port : undefined;
  if (port === undefined || isPublicUrlSet) return [`Ready at ${publicUrl}`];
  const inTheHouse = isInContainer() ? [] : lanAddresses(networkInterfaces(), host);
  return [
    `Ready at ${scheme}://localhost:${port}`,
    ...inTheHouse.map(
      (address) => `From other devices in the same network: ${scheme}://${address}:${port}`,
    ),
  ];
}

interface Running {
  readonly app: FastifyInstance;
  readonly database: Database;
  hangUp(): Promise<void>;
  readonly graceMs: number;
}

function stopWhenAsked({ app, database, hangUp, graceMs }: Running): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    say(graceMs > 0 ? `Stopping; still answering for ${graceMs / SECOND_MS} s.` : 'Stopping.');
    app.leave();
    await sleep(graceMs);
    const waits = setTimeout(() => say('Waiting for calls and jobs that are under way.'), WAITS_MS);
    waits.unref();
    const tooLong = setTimeout(() => process.exit(1), MAX_STOP_MS);
    tooLong.unref();
    await app.close();
    await hangUp();
    await database.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => void stop());
  }
}

try {
  await start(readConfig(process.env));
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
}
