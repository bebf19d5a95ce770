import { notInArray } from 'drizzle-orm';
import { auditEntries } from '#database/schema/audit.ts';
import { archived, type TablePart } from '#platform/server/archive/portable.ts';
import type { AuditAction } from '../domain/actions.ts';

/**
 * Not exported: each download adds such an entry, and two archives of the same content must be
 * equal.
 */
const LEFT_OUT: AuditAction[] = ['export-prepared', 'household-exported'];

/**
 * The audit log, for people to read. It is not imported again, because then anyone could forge it.
 */
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
