import Fastify, { type FastifyInstance } from 'fastify';
import type { Database } from '#database/connect.ts';
import { feature, type JobQueue, type ScheduledJob } from '#platform/server/feature.ts';
import { unitOfWork } from '#platform/server/http/invalidation.ts';
import { startJobs } from './scheduler.ts';

/** Creates a server that answers no calls and only runs these jobs, with a fixed clock. */
export async function serverOfJobs(
  database: Database,
  now: Date,
  jobs: readonly (ScheduledJob | JobQueue)[],
): Promise<FastifyInstance> {
  const server = Fastify();
  startJobs(server, [feature({}, {}, jobs)], {
    ...{ ...unitOfWork(database), database, now: () => now },
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  return server;
}
