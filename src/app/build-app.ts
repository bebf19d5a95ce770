import type { FastifyInstance } from 'fastify';
import type { Database } from '#database/connect.ts';
import { sessionGate } from '#features/sessions/server.ts';
import { buildServer } from '#kit/server/build-server.ts';
import type { Config } from '#kit/server/config.ts';
import type { Mailer } from '#kit/server/mail.ts';
import { featuresFor } from './features.ts';
import { isApplicationPath } from './paths.ts';

export interface AppParts {
  readonly config: Config;
  readonly database: Database;
  now(): Date;
  /** Instead of the one that the configuration describes. */
  readonly mailer?: Mailer;
  /** The folder of the built web side; without one only the API is served. */
  readonly webRoot?: string;
}

/** The product's server, not yet listening. */
export function buildApp(parts: AppParts): Promise<FastifyInstance> {
  return buildServer({
    ...parts,
    features: featuresFor(parts.config, parts.mailer),
    gate: sessionGate(parts.database),
    isPage: isApplicationPath,
    title: 'Grand App',
  });
}
