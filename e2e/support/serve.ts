import { mkdirSync, mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outboundWith } from '#platform/server/outbound/fetch.ts';
import { openMailbox, type ReceivedMail } from '#testing/smtp.ts';
import { buildApp } from '../../src/app/build-app.ts';
import { type Config, readConfig } from '../../src/app/config.ts';
import { connect } from '../../src/database/connect.ts';
import { runStatement, withDatabase } from '../../tests/support/postgres.ts';
import { openWeatherStandIn } from '../../tests/support/weather.ts';
import { openOutside } from './outside.ts';
import { readGround } from './resources.ts';

/**
 * Message from the tests that sets the server's clock. If `isRunning`, the clock continues from
 * there; otherwise it is frozen.
 */
interface Clock {
  /** Milliseconds since the epoch. */
  readonly clock: number;
  readonly isRunning: boolean;
}

/** `restart` starts the server again at the same address, with the current built files. */
export type ToServer = Clock | 'restart';

/**
 * Messages to the tests: the URL of the server, the confirmation that its clock is set, or a mail
 * that it has sent.
 */
export type FromServer =
  | { readonly url: string }
  | { readonly clock: number }
  | { readonly mail: ReceivedMail };

/** Operator emails; each operator test registers one of them. */
const OPERATORS = Array.from({ length: 10 }, (_, place) => `operator-${place}@example.org`);

const say = (message: FromServer) => process.send?.(message);

/** Runs the app's server in this process, with a clock that the tests control. */
async function serve(): Promise<void> {
  mkdirSync('.cache', { recursive: true });
  let clock: Clock & { readonly setAt: number } = { clock: 0, isRunning: true, setAt: 0 };
  process.on('message', (message: ToServer) => {
    if (message === 'restart') return;
    clock = { ...message, setAt: Date.now() };
    say({ clock: message.clock });
  });
  const now = () => new Date(clock.clock + (clock.isRunning ? Date.now() - clock.setAt : 0));
  const files = mkdtempSync(join(tmpdir(), 'grand-e2e-'));
  process.on('disconnect', () => process.exit(0));
  process.on('exit', () => rmSync(files, { recursive: true, force: true }));
  const database = await connect({ dataDir: '.', ...(await ground()) });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const weather = await openWeatherStandIn();
  const config = readConfig({
    LOG_LEVEL: 'error',
    DATA_DIR: files,
    // The server trusts the address header, with which each browser context simulates its own
    // client address.
    TRUSTED_PROXIES: '127.0.0.1',
    OPEN_METEO_URL: weather.url,
    OPEN_METEO_GEOCODING_URL: weather.url,
    OPERATOR_EMAIL: OPERATORS.join(),
    // Base URL of links in mails and QR codes.
    PUBLIC_URL: url,
    ...(process.argv.includes('without-mail') ? {} : await mailSettings()),
  });
  // Requests to external sites go to a local server instead.
  const outside = outboundWith({ standIn: await openOutside() });
  const webRoot = process.env.WEB_ROOT ?? `${process.cwd()}/dist/web`;
  const start = async () => {
    const app = await buildApp({
      config: { ...config, stripe: cardSettings() },
      ...{ outside, database, now, webRoot },
    });
    await app.listen({ port, host: '127.0.0.1' });
    say({ url });
    return app;
  };
  let app = await start();
  process.on('message', async (message: ToServer) => {
    if (message !== 'restart') return;
    await app.close();
    app = await start();
  });
}

/**
 * Returns a database for this server: a copy of the PostgreSQL template if the run has one,
 * otherwise an embedded database.
 */
async function ground(): Promise<Pick<Parameters<typeof connect>[0], 'databaseUrl' | 'snapshot'>> {
  const { database } = readGround();
  if ('snapshot' in database) return { snapshot: await openAsBlob(database.snapshot) };
  const { ownerUrl, template } = database;
  const name = `${template}_${process.pid}`;
  await runStatement(ownerUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return { databaseUrl: withDatabase(ownerUrl, name) };
}

/** Starts a mail server in this process and forwards its mails to the tests. */
async function mailSettings() {
  const mailbox = await openMailbox();
  const pass = async (): Promise<void> => {
    say({ mail: await mailbox.next() });
    return pass();
  };
  void pass();
  return { SMTP_URL: mailbox.url, MAIL_FROM: 'Grand App <grand@example.org>' };
}

/** Returns the settings of card payments, which tests that need them pass in the environment. */
function cardSettings(): Config['stripe'] {
  const { CARD_SETTINGS: settings } = process.env;
  return settings === undefined ? undefined : JSON.parse(settings);
}

/** Finds a free port in advance, because the server must know its own URL before it listens. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      if (typeof address !== 'object' || address === null) reject(new Error('no port'));
      else probe.close(() => resolve(address.port));
    });
  });
}

await serve();
