import { z } from 'zod';

/** A backup that is not restored, or one that cannot be made; the sentence is for the operator. */
export class BackupRefused extends Error {
  override name = 'BackupRefused';
}

export const MANIFEST = 'manifest.json';
export const README = 'README.txt';

export const rowsEntry = (table: string) => `rows/${table}.jsonl`;
export const fileEntry = (name: string) => `files/${name}`;

/** How a file store names a file: household and file, nothing that leads elsewhere. */
const fileName = z.string().regex(/^[a-z0-9-]+\/[a-z0-9][a-z0-9.-]*$/);

/** Written last: what everything before it must be. */
export const manifestShape = z.strictObject({
  /** Of this list and the files beside it. */
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** How far the database had been brought: the hash of the last migration. */
  migration: z.string(),
  /** In the order in which they can be filled. */
  tables: z.array(
    z.strictObject({ name: z.string().regex(/^[a-z0-9_]+$/), rows: z.int().nonnegative() }),
  ),
  files: z.array(fileName),
  /** Deleted while the backup was made: rows still name them, and are left out with them. */
  gone: z.array(fileName),
  /** Files that were lost before: rows name them, and nobody has them. */
  lost: z.array(fileName),
  /** Every other file of the archive. */
  entries: z.array(
    z.strictObject({
      name: z.string(),
      bytes: z.int().nonnegative(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});

export type Manifest = z.infer<typeof manifestShape>;
