import type { FastifyInstance } from 'fastify';
import type { Feature, JobContext, ScheduledJob } from '#kit/server/feature.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Runs every job once, or the one of that name; rejects when it fails. */
    runJobs(name?: string): Promise<void>;
  }
}

/**
 * The scheduler of what features do by themselves: each job runs the first time soon after the
 * start, never twice at once in this process, and again after a failure, which is logged. A server
 * that closes waits for the ones under way.
 */
export function startScheduler(
  server: FastifyInstance,
  features: readonly Feature[],
  parts: Omit<JobContext, 'log'>,
): void {
  const jobs = features.flatMap(({ jobs = [] }) => jobs);
  const all = { ...parts, log: server.log };
  const going = jobs.map((job) => go(job, all));
  server.decorate('runJobs', async (name?: string) => {
    for (const job of jobs) if (name === undefined || job.name === name) await job.run(all);
  });
  server.addHook('onListen', async () => {
    for (const { begin } of going) begin();
  });
  server.addHook('onClose', async () => {
    await Promise.all(going.map(({ end }) => end()));
  });
}

/** Jitter: where in its first interval a job begins, so that not all fall on one moment. */
const firstDelay = (everyMs: number) => Math.random() * Math.min(everyMs, 2000);

function go(job: ScheduledJob, parts: JobContext) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let ended = false;

  const once = () =>
    job.run(parts).catch((error: unknown) => {
      parts.log.error({ err: error }, `the job ${job.name} failed`);
    });
  const next = (delay: number) => {
    timer = setTimeout(async () => {
      running = once();
      await running;
      if (!ended) next(job.everyMs);
    }, delay);
    timer.unref();
  };
  return {
    begin: () => next(firstDelay(job.everyMs)),
    async end() {
      ended = true;
      clearTimeout(timer);
      await running;
      if (job.alsoAtEnd) await once();
    },
  };
}
