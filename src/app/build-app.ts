import type { FastifyInstance } from 'fastify';
import type { Database } from '#database/connect.ts';
import { sessionGate } from '#features/sessions/server.ts';
import { buildServer } from '#kit/server/build-server.ts';
import type { Config } from '#kit/server/config.ts';
import type { FileStore } from '#kit/server/file-store.ts';
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
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, mailer } = parts;
  return buildServer({
    ...parts,
    features: featuresFor(config, { mailer, store: await storeOf(config) }),
    gate: sessionGate(parts.database),
    isPage: isApplicationPath,
    title: 'Grand App',
  });
}

/** Only who keeps files elsewhere loads what is needed for it. */
async function storeOf({ s3 }: Config): Promise<FileStore | undefined> {
  if (s3 === undefined) return undefined;
  const { s3Store } = await import('#kit/server/s3-store.ts');
  return s3Store(s3);
}
