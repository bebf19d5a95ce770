import type { FastifyInstance } from 'fastify';
import type { Database } from '#database/connect.ts';
import { sessionGate } from '#features/sessions/server.ts';
import { scriptOrigins } from '#features/subscription/server.ts';
import { buildServer } from '#platform/server/build-server.ts';
import type { SteadyClock } from '#platform/server/jobs/monotonic-clock.ts';
import { diskStore, type FileStore } from '#platform/server/storage/file-store.ts';
import { uploadsFolder } from '#platform/server/storage/temp-files.ts';
import product from '../../package.json' with { type: 'json' };
import type { Config } from './config.ts';
import { featuresFor, type OwnParts } from './features.ts';
import { withRenderer } from './first-screen.ts';
import { collectMetrics } from './metrics.ts';
import { isApplicationPath } from './paths.ts';

export interface AppParts extends OwnParts {
  readonly config: Config;
  readonly database: Database;
  now(): Date;
  /** Monotonic clock, by which changes of the system clock are detected. */
  readonly steady?: SteadyClock;
  /** Folder of the built web client; undefined if only the API is served. */
  readonly webRoot?: string;
}

/** Builds the server. The caller makes it listen. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, store = await storeFor(config) } = parts;
  return buildServer({
    ...parts,
    limits: config.limits,
    scripts: config.stripe === undefined ? [] : scriptOrigins(config.stripe),
    features: featuresFor(config, { ...parts, store }),
    gate: sessionGate(parts.database, config.caches.mostSessions),
    isPage: isApplicationPath,
    firstScreen: await withRenderer(parts.webRoot),
    title: 'Grand App',
    version: product.version,
    measuring: collectMetrics(parts),
  });
}

/** Returns the file store. The S3 client is loaded only if it is configured. */
export async function storeFor({ s3, dataDir }: Config): Promise<FileStore> {
  if (s3 === undefined) return diskStore(uploadsFolder(dataDir));
  const { s3Store } = await import('#platform/server/storage/s3-store.ts');
  return s3Store(s3);
}
