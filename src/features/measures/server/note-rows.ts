import { randomUUID } from 'node:crypto';
import { and, desc, eq, gte, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { countBeforeAdding } from '#database/count-before-adding.ts';
import { dayNotes } from '#database/schema/measures.ts';
import { noteAct } from '#features/audit/server.ts';
import type { MemberContext } from '#platform/server/feature.ts';
import { refuseStale } from '#platform/server/versions.ts';
import type { CallOf } from '#platform/shared/endpoint.ts';
import { notFound } from '#platform/shared/refusals.ts';
import { MAX_NOTES, MAX_NOTES_PER_DAY } from '../limits.ts';
import type { DayNote, DayNoteCalls } from '../note-contract.ts';
import { measureRefusal } from '../refusals.ts';
import { callersName, elderOf, type Reading } from './who.ts';

type NoteRow = typeof dayNotes.$inferSelect;

const UNLESS_TOLD = 100;

/** Returns the family's notes, latest day first. */
export async function listNotes(
  { userId, from, to, before, limit = UNLESS_TOLD }: CallOf<DayNoteCalls['list']>['query'],
  { db, account }: Reading,
): Promise<DayNote[]> {
  const rows = await db
    .select()
    .from(dayNotes)
    .where(
      and(
        eq(dayNotes.accountId, account.id),
        isNull(dayNotes.takenBackAt),
        userId === undefined ? undefined : eq(dayNotes.userId, userId),
        from === undefined ? undefined : gte(dayNotes.localDate, from),
        to === undefined ? undefined : lte(dayNotes.localDate, to),
        before === undefined ? undefined : olderThan(account.id, before),
      ),
    )
    .orderBy(desc(dayNotes.localDate), desc(dayNotes.writtenAt), desc(dayNotes.id))
    .limit(limit);
  return rows.map(asNote);
}

/**
 * Matches the notes older than the note with the id `before`; none if the household has no such
 * note. The first condition lets PostgreSQL use the index.
 */
function olderThan(accountId: string, before: string): SQL {
  const { localDate, writtenAt, id } = dayNotes;
  const last = sql`select l.local_date, l.written_at, l.id from ${dayNotes} l where l.id = ${before} and l.account_id = ${accountId}`;
  return sql`${localDate} <= (select m.local_date from (${last}) m) and (${localDate}, ${writtenAt}, ${id}) < (${last})`;
}

export async function addNote(
  { userId, date, text }: CallOf<DayNoteCalls['add']>['body'],
  context: MemberContext,
): Promise<DayNote> {
  const { db, account, now } = context;
  const elder = await elderOf(context, userId);
  await refuseTooMany(date, context);
  const [made] = await db
    .insert(dayNotes)
    .values({
      ...{ id: randomUUID(), accountId: account.id, userId: elder.id },
      ...{ localDate: date, text, writtenAt: now, personName: await callersName(context) },
    })
    .returning();
  if (made === undefined) throw new Error('A note was not stored.');
  await noteAct(db, context, 'note-added', date);
  return asNote(made);
}

/** Changes or restores a note. */
export async function changeNote(
  id: string,
  wanted: CallOf<DayNoteCalls['change']>['body'],
  context: MemberContext,
): Promise<DayNote> {
  const { db, account } = context;
  const row = await holdNote(id, context);
  refuseStale(wanted.version, asNote(row));
  const { date = row.localDate, text = row.text } = wanted;
  const isPutBack = row.takenBackAt !== null && wanted.isTakenBack === false;
  const isChanged = date !== row.localDate || text !== row.text;
  if (!isPutBack && !isChanged) return asNote(row);
  if (date !== row.localDate) await refuseTooMany(date, context);
  const [changed] = await db
    .update(dayNotes)
    .set({
      ...{ localDate: date, text },
      ...(isChanged ? { correctedBy: await callersName(context) } : {}),
      ...(isPutBack ? { takenBackAt: null } : {}),
      version: sql`${dayNotes.version} + 1`,
    })
    .where(isOf(account.id, id))
    .returning();
  await noteAct(db, context, isPutBack ? 'note-put-back' : 'note-changed', date);
  return asNote(changed ?? row);
}

export async function removeNote(id: string, context: MemberContext): Promise<DayNote> {
  const { db, account, now } = context;
  const row = await holdNote(id, context);
  if (row.takenBackAt !== null) return asNote(row);
  const [changed] = await db
    .update(dayNotes)
    .set({ takenBackAt: now, version: sql`${dayNotes.version} + 1` })
    .where(isOf(account.id, id))
    .returning();
  await noteAct(db, context, 'note-deleted', row.localDate);
  return asNote(changed ?? row);
}

function isOf(accountId: string, id: string) {
  return and(eq(dayNotes.accountId, accountId), eq(dayNotes.id, id));
}

/** Locks the row until the transaction ends. Throws 404. */
async function holdNote(id: string, { db, account }: MemberContext): Promise<NoteRow> {
  const [row] = await db.select().from(dayNotes).where(isOf(account.id, id)).for('update');
  if (row === undefined) throw notFound();
  return row;
}

async function refuseTooMany(date: string, { db, account }: MemberContext): Promise<void> {
  const isOfDay = eq(dayNotes.localDate, date);
  const ofDay = await countBeforeAdding(db, dayNotes, account.id, isOfDay);
  if (ofDay >= MAX_NOTES_PER_DAY) throw measureRefusal('notes-of-day-full');
  const all = await countBeforeAdding(db, dayNotes, account.id);
  if (all >= MAX_NOTES) throw measureRefusal('notes-full');
}

function asNote(row: NoteRow): DayNote {
  const { id, userId, text, personName, correctedBy, version } = row;
  return {
    ...{ id, userId, text, personName, correctedBy, version },
    date: row.localDate,
    writtenAt: row.writtenAt.toISOString(),
    isTakenBack: row.takenBackAt !== null,
  };
}
