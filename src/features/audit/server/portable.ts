import { notInArray } from 'drizzle-orm';
import { auditEntries } from '#database/schema/audit.ts';
import { archived, type TablePart } from '#kit/server/archive/portable.ts';
import type { AuditAction } from '../actions.ts';

/** Of each download there would be another one; without them two of the same content are the same. */
const LEFT_OUT: AuditAction[] = ['export-prepared', 'household-exported'];

/** Who did what, for people to read. It is not brought in again: then anybody could write it. */
export const auditInArchive: TablePart = {
  name: 'audit-trail',
  version: 1,
  tables: [
    archived(auditEntries, {
      name: 'entries',
      order: [auditEntries.at, auditEntries.id],
      isPaged: true,
      which: notInArray(auditEntries.action, LEFT_OUT),
      longest: 10_000,
    }),
  ],
};
