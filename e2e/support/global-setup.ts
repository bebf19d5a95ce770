import { makeTemplate, snapshotFile } from '../../tests/support/database-setup.ts';
import { findPostgres } from '../../tests/support/postgres.ts';
import { serverBundle } from '../../tests/support/server-bundle.ts';
import { shareResources } from './resources.ts';

/**
 * Runs before all tests of Playwright; the returned function runs after them. Without TEST_FULL the
 * servers use PostgreSQL if it is installed, because it takes a quarter of the CPU time of the
 * embedded database.
 */
export default function prepareGround(): Promise<() => Promise<void>> {
  return layGround(process.env.TEST_FULL !== undefined || !findPostgres());
}

/**
 * Bundles the server and prepares the database for the servers of this process and its child
 * processes. Returns a function that removes both.
 */
export async function layGround(isEmbedded: boolean): Promise<() => Promise<void>> {
  const { folder, remove } = await serverBundle();
  const program = `${folder}/journey-server.js`;
  if (isEmbedded) {
    shareResources({ program, database: { snapshot: await snapshotFile() } });
    return async () => remove();
  }
  const { ownerUrl, template, drop } = await makeTemplate();
  shareResources({ program, database: { ownerUrl, template } });
  return async () => {
    remove();
    await drop();
  };
}
