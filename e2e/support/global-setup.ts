import { findPostgres } from '../../src/database/testing-postgres.ts';
import { makeTemplate, snapshotFile } from '../../src/database/testing-setup.ts';
import { serverBundle } from '../../src/testing/server-bundle.ts';
import { shareResources } from './resources.ts';

/**
 * Playwright calls this once before all tests, and its result after them. A PostgreSQL server, if
 * there is one, takes a quarter of the CPU time of the embedded database, which the full run uses.
 */
export default function prepareGround(): Promise<() => Promise<void>> {
  return layGround(process.env.TEST_FULL !== undefined || !findPostgres());
}

/**
 * Bundles the server and prepares the database for this process and its children. Returns the
 * cleanup.
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
