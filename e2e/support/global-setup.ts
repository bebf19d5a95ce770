import { findPostgres } from '../../src/database/testing-postgres.ts';
import { makeTemplate } from '../../src/database/testing-setup.ts';

/** Tells the servers of the tests where the migrated database is that each copies; JSON. */
export const TEMPLATE_VARIABLE = 'TEST_TEMPLATE';

export interface Template {
  readonly ownerUrl: string;
  readonly template: string;
}

/**
 * Runs once before the journeys, and returns what runs after them: a PostgreSQL server, where there is
 * one, takes a quarter of the CPU of the embedded database, which the full cross has.
 */
export default async function prepareTemplate(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_FULL || !findPostgres()) return undefined;
  const { ownerUrl, template, drop } = await makeTemplate();
  process.env[TEMPLATE_VARIABLE] = JSON.stringify({ ownerUrl, template } satisfies Template);
  return drop;
}
