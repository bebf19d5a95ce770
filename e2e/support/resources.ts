/** Resources that all servers of a test run share. */
export interface Ground {
  /** Path of the bundled server. */
  readonly program: string;
  /**
   * The migrated database that each server copies: a template on a PostgreSQL server, or a snapshot
   * file of the embedded database.
   */
  readonly database:
    | { readonly ownerUrl: string; readonly template: string }
    | { readonly snapshot: string };
}

/**
 * Environment variable that contains the resources as JSON, so that child processes inherit them.
 */
const VARIABLE = 'TEST_GROUND';

export function shareResources(ground: Ground): void {
  process.env[VARIABLE] = JSON.stringify(ground);
}

export function readGround(): Ground {
  const { [VARIABLE]: told } = process.env;
  if (told === undefined) throw new Error(`${VARIABLE} is not set: nobody has laid the ground.`);
  return JSON.parse(told);
}
