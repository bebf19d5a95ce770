import { z } from 'zod';
import { withDatabase } from '../../tests/support/postgres.ts';
import type { Subject } from './cpu-cost.ts';
import { newDatabase } from './database-cpu.ts';
import { startMeasured } from './measured-server.ts';

/** A signed-in session at the reference server. */
export interface Reference extends Subject {
  readonly cookie: string;
  readonly medicationId: string;
}

export const REFERENCE = 'the Express reference';

/** Starts the reference server with a new database that contains this number of photos. */
export async function startReference(url: string, photos = 0): Promise<Reference> {
  const database = await newDatabase(url);
  const server = await startMeasured('bench/support/reference-server.mjs', {
    DATABASE_URL: withDatabase(url, database),
    PHOTOS: String(photos),
    // Set as in production, because otherwise Express renders full error pages.
    NODE_ENV: 'production',
  });
  const signedIn = await fetch(`${server.url}/login`, { method: 'POST' });
  const { medicationId } = z.object({ medicationId: z.string() }).parse(await signedIn.json());
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { name: REFERENCE, server, database, cookie, medicationId };
}
