import { randomUUID } from 'node:crypto';
import { and, eq, getTableName } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import type { AuditAction } from '#features/audit/contract.ts';
import { noteAct, noteMany } from '#features/audit/server.ts';
import { releasePictures } from '#features/pictures/server.ts';
import type { CallerContext, MemberContext } from '#kit/server/feature.ts';
import { refuseStale } from '#kit/server/versions.ts';
import { isSameSet, moved } from '#kit/shared/ordering.ts';
import { listChanged, notThere } from '#kit/shared/refusals.ts';
import { contentRefusal } from '../refusals.ts';
import type { CalledKind, Change, Entry, Given, Kind } from './content-kinds.ts';
import { holdShelf, renumber } from './ordering.ts';
import { type About, NOTHING_KNOWN } from './providers.ts';
import { type Asking, noted } from './thumbnails.ts';

/** What handlers ask providers with. */
export type ContentParts = Pick<Asking, 'outside' | 'files' | 'reserveBytes' | 'patienceMs'>;

interface Versioned {
  readonly version: number;
}

interface OfOne {
  readonly params: { readonly id: string };
}

/** What answers the calls of one kind of content, whatever its fields are called. */
export function contentRoutes<Item extends Versioned, New, Changed>(
  kind: CalledKind<Item, New, Changed>,
  parts: ContentParts,
) {
  const { table } = kind;
  return {
    list: (_call: unknown, { db, account }: MemberContext) => kind.list(db, account.id),

    add: {
      outsideTransaction: ({ body }: { body: New }, context: CallerContext) =>
        add<Item>(kind, parts, kind.newOf(body), context),
    },

    update: {
      outsideTransaction: (call: OfOne & { body: Changed }, context: CallerContext) =>
        update<Item>(
          kind,
          parts,
          { id: call.params.id, change: kind.changeOf(call.body) },
          context,
        ),
    },

    async remove({ params: { id } }: OfOne, context: MemberContext): Promise<undefined> {
      const { db, account } = context;
      const ids = await holdShelf(db, table, account.id);
      if (!ids.includes(id)) throw notThere();
      await note('content-deleted', kind, db, context, await theOne(kind, db, account.id, id));
      await release(kind, db, account.id, id);
      await db.delete(table).where(and(eq(table.accountId, account.id), eq(table.id, id)));
      const rest = ids.filter((other) => other !== id);
      await renumber(db, table, account.id, rest);
      return undefined;
    },

    async reorder(
      { body: { ids } }: { body: { ids: readonly string[] } },
      context: MemberContext,
    ): Promise<Item[]> {
      const { db, account } = context;
      if (!isSameSet(ids, await holdShelf(db, table, account.id))) {
        throw listChanged();
      }
      await renumber(db, table, account.id, ids);
      await noteMany(db, context, 'content-changed', () => `Order of the ${getTableName(table)}`);
      return kind.list(db, account.id);
    },
  };
}

/** The provider is asked before the transaction, which must not wait for anybody outside. */
async function add<Item extends Versioned>(
  kind: Kind<Item>,
  parts: ContentParts,
  entry: Entry & Given,
  context: CallerContext,
): Promise<Item> {
  const { account, now, limits } = context;
  const url = kind.checked(entry.url);
  const about = await kind.ask(url, { ...parts, accountId: account.id, now });
  return committed(kind, context, async (db) => {
    const { length: order } = await holdShelf(db, kind.table, account.id);
    if (order >= limits.content) {
      throw contentRefusal(
        'content-full',
        `There is room for ${limits.content}. Please delete one first.`,
      );
    }
    const id = randomUUID();
    const title = titleOf(entry.title, about, kind.untitled, kind.untitled);
    const row = { id, accountId: account.id, title, url, order, createdAt: now, given: entry };
    await kind.insert(db, row, await noted(db, parts.files, about));
    const item = await theOne(kind, db, account.id, id);
    await note('content-added', kind, db, context, item);
    return item;
  });
}

async function update<Item extends Versioned>(
  kind: Kind<Item>,
  parts: ContentParts,
  { id, change }: { id: string; change: Change },
  context: CallerContext,
): Promise<Item> {
  const { account, database, now } = context;
  const before = await database.inHousehold(account.id, (db) => theOne(kind, db, account.id, id));
  refuseStale(change.version, before);
  const { url: old } = kind.entryOf(before);
  const url = change.url === undefined || change.url === old ? old : kind.checked(change.url);
  const isOther = url !== old;
  const isAsked = isOther || change.title === '';
  const asking = { ...parts, accountId: account.id, now };
  const said = isAsked ? await kind.ask(url, asking) : NOTHING_KNOWN;
  // What was known of the same address is not given up for silence.
  const about = isOther || said.title !== undefined ? said : undefined;
  return committed(kind, context, async (db) => {
    const ids = await holdShelf(db, kind.table, account.id);
    const item = await theOne(kind, db, account.id, id);
    refuseStale(change.version, item);
    const present = kind.entryOf(item);
    if (about !== undefined) await release(kind, db, account.id, id);
    const title = titleOf(change.title, said, present.title, kind.untitled);
    const place = { id, accountId: account.id, given: change };
    const row = { ...place, title, url: isOther ? url : present.url };
    if (isTyped(change)) {
      const news = about && { about: await noted(db, parts.files, about), isOther };
      await kind.change(db, row, news);
    }
    if (change.order !== undefined) {
      await renumber(db, kind.table, account.id, moved(ids, id, change.order));
    }
    const changed = await theOne(kind, db, account.id, id);
    await note('content-changed', kind, db, context, changed);
    return changed;
  });
}

/** A move alone changes nothing that anybody types. */
function isTyped({ title, url, duration, trackCount }: Change): boolean {
  return [title, url, duration, trackCount].some((field) => field !== undefined);
}

/** An empty title is the provider's; one that is not named stays. */
function titleOf(
  wanted: string | undefined,
  { title }: About,
  present: string,
  untitled: string,
): string {
  return wanted === undefined ? present : wanted || title || untitled;
}

/** By its title, and by nothing else of it. */
function note<Item>(
  action: AuditAction,
  kind: Kind<Item>,
  db: Db,
  context: MemberContext | CallerContext,
  item: Item,
): Promise<void> {
  return noteAct(db, context, action, kind.entryOf(item).title);
}

async function theOne<Item>(
  kind: Kind<Item>,
  db: Db,
  accountId: string,
  id: string,
): Promise<Item> {
  const [item] = await kind.list(db, accountId, id);
  if (item === undefined) throw notThere();
  return item;
}

/** The picture that the thing names; the sweep keeps it where others name it too. */
async function release<Item>(
  { table }: Kind<Item>,
  db: Db,
  accountId: string,
  id: string,
): Promise<void> {
  const rows = await db
    .select({ thumbnail: table.thumbnail })
    .from(table)
    .where(and(eq(table.accountId, accountId), eq(table.id, id)));
  const pictures = rows.flatMap(({ thumbnail }) => thumbnail ?? []);
  if (pictures.length > 0) await releasePictures(db, accountId, pictures);
}

/** Runs what changes a shelf in one transaction, and makes what tablets know of it stale. */
async function committed<Item>(
  { table }: Kind<Item>,
  { change, account }: CallerContext,
  work: (db: Db) => Promise<Item>,
): Promise<Item> {
  return change(account.id, (db, changed) => {
    changed({ answers: getTableName(table) });
    return work(db);
  });
}
