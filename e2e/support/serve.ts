import { mkdirSync, openAsBlob } from 'node:fs';
import { buildApp } from '../../src/app/build-app.ts';
import { connect } from '../../src/database/connect.ts';
import { snapshotFile } from '../../src/database/testing-setup.ts';
import { readConfig } from '../../src/kit/server/config.ts';

/** What the tests tell this process: the time by its clock, and whether it goes on from there. */
export interface ToServer {
  /** Milliseconds since the epoch. */
  readonly clock: number;
  readonly isRunning: boolean;
}

/** What this process tells the tests: where it listens, and that its clock was set. */
export type FromServer = { readonly url: string } | { readonly clock: number };

const say = (message: FromServer) => process.send?.(message);

/** The product's server as a process of its own, with a clock that the tests move. */
async function serve(): Promise<void> {
  mkdirSync('.cache', { recursive: true });
  let clock: ToServer & { readonly setAt: number } = { clock: 0, isRunning: true, setAt: 0 };
  process.on('message', (message: ToServer) => {
    clock = { ...message, setAt: Date.now() };
    say({ clock: message.clock });
  });
  const now = () => new Date(clock.clock + (clock.isRunning ? Date.now() - clock.setAt : 0));
  process.on('disconnect', () => process.exit(0));
  const database = await connect({
    dataDir: '.',
    snapshot: await openAsBlob(await snapshotFile()),
  });
  // The tests speak for many families: each asks from an address of its own.
  const config = readConfig({ LOG_LEVEL: 'error', TRUSTED_PROXIES: '127.0.0.1', PORT: '0' });
  const app = await buildApp({
    config,
    database,
    now,
    webRoot: `${process.cwd()}/dist/web`,
  });
  say({ url: await app.listen({ port: 0, host: '127.0.0.1' }) });
}

await serve();
