import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '../../src/platform/shared/durations.ts';
import { type Household, registerHousehold } from './household.ts';
import { kill, type Program, type Running, start, stop } from './killable-server.ts';
import { openProxy, type TestProxy } from './proxy.ts';

/**
 * Time during which a stopping server still answers, so that the proxy notices the stop before it
 * ends.
 */
const GRACE_SECONDS = '1';
/**
 * Interval at which batches of requests are sent, whether earlier ones are answered or not; in
 * milliseconds.
 */
const BUNCH_EVERY_MS = 50;
const MAX_WAIT_MS = 30_000;
/**
 * Number of requests per medication. One in four logs a dose, and a single response must list all
 * logs of a medication.
 */
const REQUESTS_A_MEDICATION = 160;

/** One in this number of requests writes. */
const WRITE_EVERY = 4;

export interface RollingOptions extends Program {
  readonly databaseUrl: string;
  readonly perSecond: number;
  readonly restarts: number;
}

export interface RollingResult {
  asked: number;
  failed: string[];
  /** Number of requests that the proxy sent again because a server did not accept them. */
  again: number;
  exits: (number | null)[];
  lost: number;
  slowestMs: number;
}

/** Restarts two servers one after the other behind a proxy under constant load. */
export async function rollingRestart(options: RollingOptions): Promise<RollingResult> {
  const program = {
    ...options,
    environment: { DATABASE_URL: options.databaseUrl, STOP_GRACE_SECONDS: GRACE_SECONDS },
  };
  const proxy = await openProxy();
  const running: Running[] = [];
  const result: RollingResult = {
    asked: 0,
    failed: [],
    again: 0,
    exits: [],
    lost: 0,
    slowestMs: 0,
  };
  try {
    for (const at of [0, 1]) await begin(at, { program, proxy, running });
    const load = askAllTheTime(await registerHousehold(proxy.url), options.perSecond, result);
    for (let round = 0; round < options.restarts; round += 1) {
      for (const at of [0, 1]) {
        const old = running[at];
        if (old !== undefined) result.exits.push(await stop(old.child));
        await begin(at, { program, proxy, running });
      }
    }
    result.lost = await load.end();
    return { ...result, again: proxy.again };
  } finally {
    await proxy.close();
    for (const { child } of running) await kill(child);
  }
}

interface Ground {
  readonly program: Program;
  readonly proxy: TestProxy;
  readonly running: Running[];
}

/** Starts a server and resolves when the proxy's health check has found it ready. */
async function begin(at: number, { program, proxy, running }: Ground): Promise<void> {
  const server = await start(program);
  running[at] = server;
  proxy.place(at, server.url);
  const until = performance.now() + MAX_WAIT_MS;
  while (!proxy.isReady(at)) {
    if (performance.now() > until) throw new Error('A server did not become ready.');
    await sleep(50);
  }
}

/**
 * Sends polls and writes in turn. `end` resolves with the number of acknowledged writes that are
 * missing.
 */
function askAllTheTime(household: Household, perSecond: number, result: RollingResult) {
  const acknowledged: { medicationId: string; minute: string }[] = [];
  const open = new Set<Promise<void>>();
  const newest = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  let number = 0;
  const medications: Promise<string>[] = [];

  const askOnce = async () => {
    number += 1;
    const mine = number;
    const began = performance.now();
    try {
      if (mine % WRITE_EVERY === 0) {
        const at = Math.floor(mine / REQUESTS_A_MEDICATION);
        medications[at] ??= household.addMedication();
        const medicationId = await medications[at];
        // The minutes are recent: for a dose taken as needed, the server accepts no time long
        // before its medication was added.
        const index = (mine % REQUESTS_A_MEDICATION) / WRITE_EVERY;
        const minute = new Date(newest - Math.floor(index) * MINUTE_MS).toISOString();
        await household.logDose(medicationId, minute, String(mine));
        acknowledged.push({ medicationId, minute });
      } else await household.poll();
    } catch (error) {
      result.failed.push(reasonOf(error));
    }
    result.asked += 1;
    result.slowestMs = Math.max(result.slowestMs, performance.now() - began);
  };
  const bunch = Math.max(1, Math.round((perSecond * BUNCH_EVERY_MS) / 1000));
  const timer = setInterval(() => {
    for (let count = 0; count < bunch; count += 1) {
      const asking: Promise<void> = askOnce().finally(() => open.delete(asking));
      open.add(asking);
    }
  }, BUNCH_EVERY_MS);
  return {
    async end(): Promise<number> {
      clearInterval(timer);
      await Promise.all(open);
      const stored = new Map<string, Map<string, string>>();
      for (const id of await Promise.all(medications.filter((any) => any !== undefined)))
        stored.set(id, await household.logsOf(id));
      return acknowledged.filter(
        ({ medicationId, minute }) => !stored.get(medicationId)?.has(minute),
      ).length;
    },
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
