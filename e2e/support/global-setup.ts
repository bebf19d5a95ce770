import { findPostgres } from '../../src/database/testing-postgres.ts';
import { makeTemplate, snapshotFile } from '../../src/database/testing-setup.ts';
import { serverBundle } from '../../src/testing/server-bundle.ts';
import { tellGround } from './ground.ts';

/**
 * Runs once before the journeys, and returns what runs after them: a PostgreSQL server, where there is
 * one, takes a quarter of the CPU of the embedded database, which the full cross has.
 */
export default function prepareGround(): Promise<() => Promise<void>> {
  return layGround(process.env.TEST_FULL !== undefined || !findPostgres());
}

/** Lays the ground of this process and those that it starts, and answers what clears it away. */
export async function layGround(isEmbedded: boolean): Promise<() => Promise<void>> {
  const { folder, remove } = await serverBundle();
  const program = `${folder}/journey-server.js`;
  if (isEmbedded) {
    tellGround({ program, database: { snapshot: await snapshotFile() } });
    return async () => remove();
  }
  const { ownerUrl, template, drop } = await makeTemplate();
  tellGround({ program, database: { ownerUrl, template } });
  return async () => {
    remove();
    await drop();
  };
}
