import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { pictures } from '#database/schema/pictures.ts';
import { notePictures } from './picture-rows.ts';

/** Of what lies in the bin: kept by the sweep, and shown to nobody by its address. */
export const BINNED = 'binned';

interface Files {
  readonly shown: readonly string[];
  /** What photos keep as it came: it has a row only from here until it is put back or swept. */
  readonly originals?: readonly string[];
}

/** Leaves files to the bin. A server of the version before keeps whatever has a row that is not released. */
export async function putPicturesInBin(
  db: Db,
  { accountId, now }: { readonly accountId: string; readonly now: Date },
  { shown, originals = [] }: Files,
): Promise<void> {
  await setPurpose(db, accountId, shown, { to: BINNED, only: ne(pictures.purpose, 'pill') });
  const row = { accountId, purpose: BINNED, width: 0, height: 0, bytes: 0, createdAt: now };
  await notePictures(
    db,
    originals.map((filename) => ({ ...row, filename })),
  );
}

/** Shows again what was put back. */
export async function takePicturesOutOfBin(
  db: Db,
  accountId: string,
  purpose: 'photo' | 'thumbnail' | 'pill',
  { shown, originals = [] }: Files,
): Promise<void> {
  const only = inArray(pictures.purpose, [BINNED, 'released']);
  await setPurpose(db, accountId, shown, { to: purpose, only });
  await db.delete(pictures).where(and(eq(pictures.accountId, accountId), only, isOneOf(originals)));
}

/** Leaves what lay in the bin to the sweep, which keeps what others show. */
export function releaseBinned(
  db: Db,
  accountId: string,
  filenames: readonly string[],
): Promise<void> {
  return setPurpose(db, accountId, filenames, {
    to: 'released',
    only: eq(pictures.purpose, BINNED),
  });
}

async function setPurpose(
  db: Db,
  accountId: string,
  filenames: readonly string[],
  { to, only }: { readonly to: string; readonly only: SQL },
): Promise<void> {
  await db
    .update(pictures)
    .set({ purpose: to })
    .where(and(eq(pictures.accountId, accountId), only, isOneOf(filenames)));
}

function isOneOf(filenames: readonly string[]): SQL {
  const names = sql`(select jsonb_array_elements_text(${JSON.stringify(filenames)}::jsonb))`;
  return sql`${pictures.filename} in ${names}`;
}
