import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { inject } from 'vitest';
import { connect, type Database } from '#database/connect.ts';
import { outboundWith } from '#platform/server/outbound/fetch.ts';
import { layDatabase } from '#testing/database-setup.ts';
import { type TestHousehold, testServer } from '#testing/test-server.ts';
import { readConfig } from '../../src/app/config.ts';
import { featuresFor } from '../../src/app/features.ts';
import { type Standstill, watchLoop } from './loop-watch.ts';

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

/** Message to `asking-worker.mjs`; the next interface is its answer. */
interface Asked {
  readonly url: string;
  readonly calls: readonly Call[];
  readonly poll: { readonly path: string; readonly headers: Record<string, string> };
}

interface Answers {
  readonly statuses: readonly number[];
  readonly bytes: readonly number[];
  /** Duration of each poll, in milliseconds. */
  readonly polls: readonly number[];
}

export type LoopServer = Awaited<ReturnType<typeof openLoopServer>>;

const LINE = '<p>The roses on the south wall opened early, and the garden smelled of rain.</p>';

/** A page with nearly the maximum number of elements and bytes. */
const PAGE = `<html><head><title>Roses</title></head><body><article><h1>Roses</h1>${LINE.replace(
  '.',
  `. ${'And then it rained. '.repeat(4)}`,
).repeat(11_900)}</article></body></html>`;

/** Runs the whole product in this thread, and the client in another one. */
export async function openLoopServer() {
  const file = new URL('../../scripts/testing/asking-worker.mjs', import.meta.url);
  const worker = new Worker(file, { workerData: { page: PAGE } });
  const [{ port }] = await once(worker, 'message');
  const dataDir = await mkdtemp(join(tmpdir(), 'grand-loop-'));
  const environment = { DATA_DIR: dataDir };
  const outside = outboundWith({ standIn: `http://127.0.0.1:${port}` });
  const features = featuresFor(readConfig(environment), { outside });
  const server = await testServer(features, environment, undefined, await asServed(dataDir));
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const tablet = await server.household();
  const lines: string[] = [];
  const ask = async (asked: Asked): Promise<Answers> => {
    // The bodies are transferred instead of copied, because copying a hundred megabytes would block
    // the measured thread.
    worker.postMessage(
      asked,
      asked.calls.flatMap(({ body }) => (body === undefined ? [] : [body.buffer])),
    );
    const [answers] = await once(worker, 'message');
    return answers;
  };
  return {
    server,
    /**
     * Makes the calls concurrently as the super_admin. Returns the maximum time for which the event
     * loop was blocked.
     */
    async measure(
      what: string,
      household: TestHousehold,
      calls: readonly Call[],
    ): Promise<Answers & { held: Standstill }> {
      const cookie = household.cookieOf('super_admin');
      const poll = {
        path: '/api/upcoming-medications',
        headers: { cookie: tablet.cookieOf('user') },
      };
      const signed = calls.map((call) => ({ ...call, headers: { cookie, ...call.headers } }));
      await sleep(20);
      const watched = watchLoop();
      const answers = await ask({ url, poll, calls: signed });
      const held = watched();
      lines.push(lineOf(what, held, answers));
      return { ...answers, held };
    },
    /** Measures work of the server without a request. */
    async watch(what: string, work: () => Promise<unknown>): Promise<{ held: Standstill }> {
      await sleep(20);
      const watched = watchLoop();
      await work();
      const held = watched();
      lines.push(`${what}: ${heldFor(held)}`);
      return { held };
    },
    report: () => lines.join('\n'),
    async close() {
      await worker.terminate();
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Opens an embedded database on disk, as in production; other tests use one in memory. */
async function asServed(dataDir: string): Promise<Database | undefined> {
  if (inject('testGround').kind === 'postgres') return undefined;
  await layDatabase(dataDir);
  return connect({ dataDir });
}

function lineOf(what: string, held: Standstill, { polls, bytes, statuses }: Answers): string {
  const sorted = polls.toSorted((one, other) => one - other);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  const size = bytes.reduce((sum, one) => sum + one, 0);
  return `${what}: ${statuses.join()} with ${(size / 1000).toFixed(0)} KB, ${heldFor(held)}; ${polls.length} polls, p99 ${p99.toFixed(0)} ms`;
}

function heldFor({ cpu, wall }: Standstill): string {
  return `held for ${cpu.toFixed(0)} ms of CPU, ${wall.toFixed(0)} ms by the clock`;
}
