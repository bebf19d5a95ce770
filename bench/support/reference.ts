import { z } from 'zod';
import { withDatabase } from '../../src/database/testing-postgres.ts';
import type { Subject } from './cpu-cost.ts';
import { newDatabase } from './database-cpu.ts';
import { startMeasured } from './measured-server.ts';

/** The plain product of Express and its usual company, signed in to. */
export interface Reference extends Subject {
  readonly cookie: string;
  readonly medicationId: string;
}

export const REFERENCE = 'the Express reference';

/** Starts it over a new database, with so many photos in its album. */
export async function startReference(url: string, photos = 0): Promise<Reference> {
  const database = await newDatabase(url);
  const server = await startMeasured('bench/support/reference-server.mjs', {
    DATABASE_URL: withDatabase(url, database),
    PHOTOS: String(photos),
    // As it is run where it is used: Express renders errors in full otherwise.
    NODE_ENV: 'production',
  });
  const signedIn = await fetch(`${server.url}/login`, { method: 'POST' });
  const { medicationId } = z.object({ medicationId: z.string() }).parse(await signedIn.json());
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { name: REFERENCE, server, database, cookie, medicationId };
}
