import type { Browser, Page } from '@playwright/test';

/** Milliseconds of the page's main thread by kind of work. */
export type Busy = Readonly<Record<string, number>>;

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Start and duration in microseconds. */
  readonly ts: number;
  readonly dur?: number;
  readonly args?: { readonly data?: { readonly documentLoaderURL?: string } };
}

const CATEGORIES = [
  'blink.user_timing',
  'devtools.timeline',
  'disabled-by-default-v8.compile',
  'loading',
  'toplevel',
  'v8',
];

/** Patterns of trace events, by kind of work. */
const KINDS: readonly (readonly [kind: string, events: RegExp])[] = [
  ['parse HTML', /^ParseHTML$/],
  ['parse styles', /^ParseAuthorStyleSheet$/],
  ['match styles', /^UpdateLayoutTree$/],
  ['layout', /^Layout$/],
  ['paint', /^(PrePaint|Paint|Layerize|Commit)$/],
  ['compile script', /^(v8\.compile|V8\.Compile|V8\.Parse)/],
  ['run script', /^(EvaluateScript|v8\.evaluateModule|FunctionCall|RunMicrotasks|TimerFire)$/],
];

export async function beginProfile(browser: Browser, page: Page): Promise<void> {
  await browser.startTracing(page, { categories: CATEGORIES });
}

/** Stops tracing. Returns the main-thread work from the navigation until `usableMs` after it. */
export async function endProfile(browser: Browser, usableMs: number): Promise<Busy> {
  const trace: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString());
  const events = trace.traceEvents;
  const begin = events.findLast(
    ({ name, args }) =>
      name === 'navigationStart' && args?.data?.documentLoaderURL?.startsWith('http'),
  );
  if (begin === undefined) throw new Error('The trace has no navigation.');
  const own = events.filter(
    ({ ph, pid, tid }) => ph === 'X' && pid === begin.pid && tid === begin.tid,
  );
  return busyWithin(own, begin.ts, begin.ts + usableMs * 1000);
}

/**
 * Returns the self time by kind of work: the duration of a nested event counts only for that
 * event's own kind.
 */
function busyWithin(events: readonly TraceEvent[], from: number, to: number): Busy {
  const busy: Record<string, number> = {};
  const add = (kind: string, us: number) => {
    busy[kind] = (busy[kind] ?? 0) + us / 1000;
  };
  const around: { kind: string; end: number }[] = [];
  const ordered = events.toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  for (const { name, ts, dur = 0 } of ordered) {
    const length = Math.min(ts + dur, to) - Math.max(ts, from);
    if (length <= 0) continue;
    while ((around.at(-1)?.end ?? to) <= ts) around.pop();
    const outer = around.at(-1);
    const kind = KINDS.find(([, of]) => of.test(name))?.[0] ?? outer?.kind ?? 'other';
    if (outer) add(outer.kind, -length);
    add(kind, length);
    around.push({ kind, end: ts + dur });
  }
  return busy;
}
