import { setTimeout as sleep } from 'node:timers/promises';

/** Stops and restarts a dependency. */
export interface Away {
  go(): Promise<void>;
  comeBack(): Promise<void>;
}

export interface MeasuredAnswer {
  /** Start of the request, in milliseconds of this process. */
  readonly began: number;
  readonly ms: number;
  /** 0 if there was no answer. */
  readonly status: number;
  readonly again: string | null;
}

/** A poll, an uncached list, a change, and the readiness check. */
const CALLS = [
  { method: 'GET', path: '/api/upcoming-medications' },
  { method: 'GET', path: '/api/medication-logs' },
  { method: 'PATCH', path: '/api/settings', body: JSON.stringify({ appName: 'Ours' }) },
  { method: 'GET', path: '/readyz' },
];

/** Sends requests at a fixed rate, independent of earlier answers. */
export function askThroughout(url: string, cookie: string, perSecond: number) {
  const answers: MeasuredAnswer[] = [];
  const open = new Set<Promise<void>>();
  let number = 0;
  const ask = async () => {
    const { path, ...call } = CALLS[number % CALLS.length] ?? { path: '/readyz' };
    number += 1;
    const began = performance.now();
    const headers = { cookie, 'content-type': 'application/json' };
    const got = await fetch(url + path, { ...call, headers }).catch(() => undefined);
    await got?.arrayBuffer().catch(() => undefined);
    const again = got?.headers.get('retry-after') ?? null;
    answers.push({ began, ms: performance.now() - began, status: got?.status ?? 0, again });
  };
  const timer = setInterval(() => {
    const asking: Promise<void> = ask().finally(() => open.delete(asking));
    open.add(asking);
  }, 1000 / perSecond);
  return {
    /** Resolves when each request was answered with 200 in a row, or after the timeout. */
    async wellAgain(withinMs: number): Promise<void> {
      const until = performance.now() + withinMs;
      const isWell = () => answers.slice(-CALLS.length).every(({ status }) => status === 200);
      while (!isWell() && performance.now() < until) await sleep(20);
    },
    async end(): Promise<readonly MeasuredAnswer[]> {
      clearInterval(timer);
      await Promise.all(open);
      return answers;
    },
  };
}
