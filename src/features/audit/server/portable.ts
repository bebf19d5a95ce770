import { and, asc, eq, notInArray, sql } from 'drizzle-orm';
import { auditEntries } from '#database/schema/audit.ts';
import { inPages, type Portable, type Reading, section } from '#kit/server/archive/portable.ts';
import { written } from '#kit/server/archive/portable-fields.ts';
import type { AuditAction } from '../contract.ts';

/** Of each download there would be another one; without them two of the same content are the same. */
const LEFT_OUT: AuditAction[] = ['export-prepared', 'household-exported'];

type Entry = typeof auditEntries.$inferSelect;

/** Who did what, for people to read. It is not brought in again: then anybody could write it. */
export const auditInArchive: Portable = {
  name: 'audit-trail',
  version: 1,
  sections: [
    section({
      name: 'entries',
      async *rows(reading) {
        for await (const entry of inPages<Entry>((last, limit) => pageOf(reading, last, limit))) {
          const { id: _, accountId: __, userId, at, ...rest } = entry;
          const person = reading.numbers.of('person', userId);
          yield { row: { at: written(at), person, ...rest } };
        }
      },
    }),
  ],
};

function pageOf({ read, accountId }: Reading, last: Entry | undefined, limit: number) {
  const after =
    last === undefined
      ? undefined
      : sql`(${auditEntries.at}, ${auditEntries.id}) > (${last.at.toISOString()}::timestamptz, ${last.id}::uuid)`;
  return read((db) =>
    db
      .select()
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.accountId, accountId),
          notInArray(auditEntries.action, LEFT_OUT),
          after,
        ),
      )
      .orderBy(asc(auditEntries.at), asc(auditEntries.id))
      .limit(limit),
  );
}
