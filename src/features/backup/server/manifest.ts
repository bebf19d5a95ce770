import { z } from 'zod';

/** A backup cannot be restored or made; the message is for the operator. */
export class BackupRefused extends Error {
  override name = 'BackupRefused';
}

export const MANIFEST = 'manifest.json';
export const README = 'README.txt';

export const rowsEntry = (table: string) => `rows/${table}.jsonl`;
export const fileEntry = (name: string) => `files/${name}`;

/** Format of names in a file store: household and file. Excludes path traversal. */
const fileName = z.string().regex(/^[a-z0-9-]+\/[a-z0-9][a-z0-9.-]*$/);

/** Last entry of the archive; lists all entries before it. */
export const manifestShape = z.strictObject({
  /** Version of the archive format. */
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** Hash of the last migration of the database. */
  migration: z.string(),
  /** The tables in the order of the insertion: referenced tables come first. */
  tables: z.array(
    z.strictObject({ name: z.string().regex(/^[a-z0-9_]+$/), rows: z.int().nonnegative() }),
  ),
  files: z.array(fileName),
  /**
   * Files deleted while the backup was made. Rows still refer to them; a restore leaves these rows
   * out.
   */
  gone: z.array(fileName),
  /** Files that were already missing although rows refer to them. */
  lost: z.array(fileName),
  /** Every other entry of the archive. */
  entries: z.array(
    z.strictObject({
      name: z.string(),
      bytes: z.int().nonnegative(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});

export type Manifest = z.infer<typeof manifestShape>;
