import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { rowExists } from '#database/row-exists.ts';
import { bin } from '#database/schema/bin.ts';
import { noteAct, noteMany } from '#features/audit/server.ts';
import { asFile, findPicture } from '#features/pictures/server.ts';
import {
  type CallerContext,
  type Feature,
  feature,
  type JobContext,
  type MemberContext,
} from '#platform/server/feature.ts';
import type { FileStore } from '#platform/server/storage/file-store.ts';
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';
import type { RefusalKinds } from '#platform/shared/refusal.ts';
import { notFound } from '#platform/shared/refusals.ts';
import { BIN_KINDS, binCalls } from './contract.ts';
import { DAYS_IN_BIN } from './limits.ts';
import { binRefusal } from './refusals.ts';
import { binPage, holdBinned, removeBinned } from './server/bin-rows.ts';
import type { Binnable, Restoring } from './server/binnable.ts';
import { eraseOld } from './server/erase.ts';
import { eraseChosen } from './server/erasing.ts';

export {
  type BinRow,
  bytesInBin,
  type Deleting,
  nameInBin,
  putBack,
  putInBin,
} from './server/bin-rows.ts';
export type { Binnable, Restoring } from './server/binnable.ts';

/** The bin: items deleted in the last 30 days. Each feature supplies its own kinds. */
export function binFeature(kinds: readonly Binnable[], store: FileStore): Feature {
  const refusals: RefusalKinds = Object.assign(
    {},
    binCalls.restore.refusals,
    ...kinds.map((each) => each.refusals),
  );
  const calls = { ...binCalls, restore: { ...binCalls.restore, refusals } };
  return feature(
    calls,
    {
      async list({ query }, { db, account, now }) {
        const rows = await binPage(db, account.id, query, now);
        return rows.map(({ id, kind, name, detail, thumbnail, inside, ...row }) => ({
          ...{ id, name, detail },
          kind: BIN_KINDS.find((known) => known === kind) ?? 'photo',
          photos: kind === 'album' ? inside : null,
          pictureUrl: thumbnail === null ? null : `/api/bin/${id}/picture`,
          deletedAt: row.deletedAt.toISOString(),
          deletedBy: row.deletedByName,
          goesAt: new Date(row.deletedAt.getTime() + DAYS_IN_BIN * DAY_MS).toISOString(),
        }));
      },

      async picture({ params }, { db, account }) {
        const [row] = await db
          .select({ thumbnail: bin.thumbnail })
          .from(bin)
          .where(and(eq(bin.accountId, account.id), eq(bin.id, params.id)));
        const filename = row?.thumbnail ?? '';
        const picture = await findPicture(db, account.id, filename);
        if (picture === undefined) throw notFound();
        return asFile(store, account.id, picture);
      },

      restore: {
        async outsideTransaction({ body: { ids } }, context) {
          const notes: string[] = [];
          const note = (sentence: string) => void notes.push(sentence);
          const restored = await restoring(kinds, ids, context, (db) =>
            putBackAll(kinds, ids, { ...context, db, note }),
          );
          return { restored, notes };
        },
      },

      erase: {
        async outsideTransaction({ body: { ids } }, context) {
          const erased = await eraseNoted(kinds, ids, context);
          if (erased === 0) throw binRefusal('not-in-bin');
          return { erased };
        },
      },

      empty: {
        async outsideTransaction(_call, context) {
          return { erased: await eraseNoted(kinds, undefined, context) };
        },
      },
    },
    [
      {
        name: 'what has been in the bin for long',
        everyMs: HOUR_MS,
        run: (parts: JobContext) => eraseOld(parts, kinds),
      },
    ],
  );
}

/** Runs a restore in a household transaction, or in a system transaction if a kind requires it. */
async function restoring<T>(
  kinds: readonly Binnable[],
  ids: readonly string[],
  { database, account, change, changeAsSystem }: CallerContext,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const isSystems = kinds.flatMap(({ kinds: own, forTheSystem }) => (forTheSystem ? own : []));
  const isOne = and(
    eq(bin.accountId, account.id),
    inArray(bin.id, [...ids]),
    inArray(bin.kind, isSystems),
  );
  if (await database.inHousehold(account.id, (db) => rowExists(db, bin, isOne))) {
    return changeAsSystem((db, changed) => {
      changed(account.id, 'sessions');
      return work(db);
    });
  }
  return change(account.id, (db, changed) => {
    changed({ answers: 'bin' });
    return work(db);
  });
}

/** Returns the number of restored items. */
async function putBackAll(
  kinds: readonly Binnable[],
  ids: readonly string[],
  context: CallerContext & Restoring,
): Promise<number> {
  const { db, account, now } = context;
  const { things, inside } = await holdBinned(db, account.id, ids, now);
  if (things.length === 0) throw binRefusal('not-in-bin');
  // `kinds` lists albums before photos, so that an album exists before its photos are restored.
  for (const { kinds: own, restore } of kinds) {
    const its = things.filter(({ kind }) => own.some((each) => each === kind));
    const itsIds = new Set(its.map(({ id }) => id));
    const within = inside.filter((row) => row.within !== null && itsIds.has(row.within));
    if (its.length > 0) await restore(its, within, context);
  }
  await removeBinned(
    db,
    account.id,
    things.map(({ id }) => id),
  );
  await note(context, 'restored', things);
  return things.length;
}

function eraseNoted(
  kinds: readonly Binnable[],
  ids: readonly string[] | undefined,
  context: CallerContext,
): Promise<number> {
  return eraseChosen(kinds, ids, context, (db, things) =>
    note({ ...context, db }, 'erased', things),
  );
}

interface Noted {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
}

/** Maximum number of names in an audit entry; the rest are counted. */
const MAX_NAMED = 5;

/** Logs a restore or an erasure. Photos are only counted; other items are named. */
async function note(
  context: CallerContext & Pick<MemberContext, 'db'>,
  action: 'restored' | 'erased',
  things: readonly Noted[],
): Promise<void> {
  const named = things.filter(({ kind }) => kind !== 'photo');
  const photos = things.length - named.length;
  if (photos > 0) await noteMany(context.db, context, action, photoMessage, photos);
  if (named.length > MAX_NAMED) {
    await noteAct(context.db, context, action, `${named.length} things`);
    return;
  }
  for (const { name } of named) await noteAct(context.db, context, action, name);
}

const photoMessage = (count: number) => (count === 1 ? '1 photo' : `${count} photos`);
