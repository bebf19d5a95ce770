import type { FastifyInstance } from 'fastify';
import type { Feature, JobContext, ScheduledJob } from '#kit/server/feature.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Runs every round once, or the one of that name; rejects when it fails. */
    runJobs(name?: string): Promise<void>;
  }
}

/**
 * Makes the jobs of all features go: each the first time soon after the start, never twice at
 * once in this process, and again after a failure, which is logged. A server that closes waits for
 * the ones under way.
 */
export function startScheduler(
  server: FastifyInstance,
  features: readonly Feature[],
  parts: Omit<JobContext, 'log'>,
): void {
  const jobs = features.flatMap(({ jobs = [] }) => jobs);
  const all = { ...parts, log: server.log };
  const going = jobs.map((round) => go(round, all));
  server.decorate('runJobs', async (name?: string) => {
    for (const round of jobs) if (name === undefined || round.name === name) await round.run(all);
  });
  server.addHook('onListen', async () => {
    for (const { begin } of going) begin();
  });
  server.addHook('onClose', async () => {
    await Promise.all(going.map(({ end }) => end()));
  });
}

/** Where in its first interval a round begins, so that not all fall on one moment. */
const firstDelay = (everyMs: number) => Math.random() * Math.min(everyMs, 2000);

function go(round: ScheduledJob, parts: JobContext) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let ended = false;

  const once = () =>
    round.run(parts).catch((error: unknown) => {
      parts.log.error({ err: error }, `the round ${round.name} failed`);
    });
  const next = (delay: number) => {
    timer = setTimeout(async () => {
      running = once();
      await running;
      if (!ended) next(round.everyMs);
    }, delay);
    timer.unref();
  };
  return {
    begin: () => next(firstDelay(round.everyMs)),
    async end() {
      ended = true;
      clearTimeout(timer);
      await running;
      if (round.alsoAtEnd) await once();
    },
  };
}
