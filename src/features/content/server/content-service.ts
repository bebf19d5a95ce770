import { randomUUID } from 'node:crypto';
import type { Db } from '#database/connect.ts';
import { content } from '#database/schema/content.ts';
import { noteAct, noteMany } from '#features/audit/server.ts';
import { releasePictures } from '#features/pictures/server.ts';
import type { CallerContext, MemberContext } from '#platform/server/feature.ts';
import { refuseStale } from '#platform/server/versions.ts';
import { isSameSet, moved } from '#platform/shared/ordering.ts';
import { listChanged, notFound } from '#platform/shared/refusals.ts';
import { binContent, contentFull } from './content-in-bin.ts';
import { type Change, type Entry, foundOf, type Kind } from './content-kinds.ts';
import {
  addRow,
  type ContentRow,
  changeRow,
  type EnteredDetails,
  ofShelf,
  rowOf,
  rowsOf,
  type Shelf,
} from './content-rows.ts';
import { holdShelf, renumberShelf } from './ordering.ts';
import { type About, NOTHING_KNOWN } from './providers.ts';
import { type Asking, recordThumbnail } from './thumbnails.ts';

/** The parts with which handlers send requests to providers. */
export type ContentParts = Pick<Asking, 'outside' | 'files' | 'reserveBytes' | 'patienceMs'>;

/** A kind with any field names. */
type AnyKind = Kind<{ readonly version: number }, never, never>;

interface OfOne {
  readonly params: { readonly id: string };
}

/** Returns the handlers for the endpoints of one kind. */
export function contentRoutes<Item extends { readonly version: number }, New, Changed>(
  kind: Kind<Item, New, Changed>,
  parts: ContentParts,
) {
  return {
    list: (_call: unknown, { db, account }: MemberContext) => list(db, shelfOf(kind, account.id)),

    add: {
      outsideTransaction: async ({ body }: { body: New }, context: CallerContext) =>
        kind.itemOf(await add(kind, parts, kind.newOf(body), context)),
    },

    update: {
      outsideTransaction: async (call: OfOne & { body: Changed }, context: CallerContext) => {
        const wanted = { id: call.params.id, change: kind.changeOf(call.body) };
        return kind.itemOf(await update(kind, parts, wanted, context));
      },
    },

    async remove({ params: { id } }: OfOne, context: MemberContext): Promise<undefined> {
      const { db, account } = context;
      const shelf = shelfOf(kind, account.id);
      const ids = await holdShelf(db, shelf);
      if (!ids.includes(id)) throw notFound();
      const row = await rowOf(db, shelf, id);
      await noteAct(db, context, 'content-deleted', row.title);
      await binContent(context, row);
      await db.delete(content).where(ofShelf(shelf, id));
      await renumberShelf(
        db,
        shelf,
        ids.filter((other) => other !== id),
      );
      return undefined;
    },

    async reorder(
      { body: { ids } }: { body: { ids: readonly string[] } },
      context: MemberContext,
    ): Promise<Item[]> {
      const { db, account } = context;
      const shelf = shelfOf(kind, account.id);
      if (!isSameSet(ids, await holdShelf(db, shelf))) throw listChanged();
      await renumberShelf(db, shelf, ids);
      await noteMany(db, context, 'content-changed', () => `Order of the ${kind.kind}`);
      return list(db, shelf);
    },
  };

  async function list(db: Db, shelf: Shelf): Promise<Item[]> {
    return (await rowsOf(db, shelf)).map(kind.itemOf);
  }
}

function shelfOf({ kind }: Pick<AnyKind, 'kind'>, accountId: string): Shelf {
  return { kind, accountId };
}

/** The provider is asked before the transaction, which must not wait for a remote server. */
async function add(
  kind: AnyKind,
  parts: ContentParts,
  entry: Entry & EnteredDetails,
  context: CallerContext,
): Promise<ContentRow> {
  const { account, now, limits } = context;
  const url = kind.checked(await kind.resolved(entry.url, parts.outside));
  const said = await kind.ask(url, { ...parts, accountId: account.id, now });
  const shelf = shelfOf(kind, account.id);
  return committed(shelf, context, async (db) => {
    const { length: order } = await holdShelf(db, shelf);
    if (order >= limits.content) {
      throw contentFull(limits);
    }
    const id = randomUUID();
    const title = titleOf(entry.title, said, kind.untitled, kind.untitled);
    const found = foundOf(kind, await recordThumbnail(db, parts.files, said), url);
    await addRow(db, shelf, { id, title, url, order, createdAt: now }, { given: entry, found });
    await noteAct(db, context, 'content-added', title);
    return rowOf(db, shelf, id);
  });
}

async function update(
  kind: AnyKind,
  parts: ContentParts,
  { id, change }: { id: string; change: Change },
  context: CallerContext,
): Promise<ContentRow> {
  const { account, database, now } = context;
  const shelf = shelfOf(kind, account.id);
  const before = await database.inHousehold(account.id, (db) => rowOf(db, shelf, id));
  refuseStale(change.version, kind.itemOf(before));
  const { url: old } = before;
  const { url: wanted = old } = change;
  const url = wanted === old ? old : kind.checked(await kind.resolved(wanted, parts.outside));
  const isOther = url !== old;
  const isAsked = isOther || change.title === '';
  const asking = { ...parts, accountId: account.id, now };
  const said = isAsked ? await kind.ask(url, asking) : NOTHING_KNOWN;
  // If the provider does not answer, the stored details of the same address are kept.
  const about = isOther || said.title !== undefined ? said : undefined;
  return committed(shelf, context, async (db) => {
    const ids = await holdShelf(db, shelf);
    const present = await rowOf(db, shelf, id);
    refuseStale(change.version, kind.itemOf(present));
    if (about !== undefined) await release(db, present);
    const title = titleOf(change.title, said, present.title, kind.untitled);
    const row = { id, title, url: isOther ? url : present.url };
    if (isTyped(change)) {
      const found = about && foundOf(kind, await recordThumbnail(db, parts.files, about), row.url);
      await changeRow(db, shelf, row, { given: change, news: found && { ...found, isOther } });
    }
    if (change.order !== undefined) await renumberShelf(db, shelf, moved(ids, id, change.order));
    await noteAct(db, context, 'content-changed', title);
    return rowOf(db, shelf, id);
  });
}

/** False for a change of the position only. */
function isTyped({ title, url, duration, trackCount }: Change): boolean {
  return [title, url, duration, trackCount].some((field) => field !== undefined);
}

/** An empty title is replaced by the provider's; undefined keeps the title. */
function titleOf(
  wanted: string | undefined,
  { title }: About,
  present: string,
  untitled: string,
): string {
  return wanted === undefined ? present : wanted || title || untitled;
}

/** Releases the entry's picture; the cleanup job keeps it if another entry uses it. */
async function release(db: Db, { accountId, thumbnail }: ContentRow): Promise<void> {
  if (thumbnail !== null) await releasePictures(db, accountId, [thumbnail]);
}

/** Changes a shelf in one transaction and invalidates the cached lists of the tablets. */
async function committed(
  { kind, accountId }: Shelf,
  { change }: CallerContext,
  work: (db: Db) => Promise<ContentRow>,
): Promise<ContentRow> {
  return change(accountId, (db, changed) => {
    changed({ answers: kind });
    return work(db);
  });
}
