import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { auditEntries } from '#database/schema/audit.ts';
import { users } from '#database/schema/households.ts';
import { deviceNameOf } from '#kit/server/device-name.ts';
import type { Context } from '#kit/server/feature.ts';
import type { AuditAction } from '../contract.ts';

export interface AuditNote {
  readonly accountId: string;
  readonly action: AuditAction;
  /** Who did it, or whose sign-in failed; undefined when nobody is known. */
  readonly userId?: string | undefined;
  /** What it was about, in words a family reads. Never a password, a token or an email. */
  readonly subject?: string;
}

/** Adds an entry to the household's audit trail, in the transaction that it is about. */
export async function noteAudit(
  db: Db,
  { now, request }: { now: Date; request: Pick<Context['request'], 'address' | 'userAgent'> },
  note: AuditNote,
): Promise<void> {
  const { accountId, action, userId, subject = '' } = note;
  const personName =
    userId === undefined
      ? ''
      : sql<string>`coalesce((select ${users.firstName} || ' ' || ${users.lastName} from ${users} where ${users.id} = ${userId}), '')`;
  await db.insert(auditEntries).values({
    id: randomUUID(),
    accountId,
    at: now,
    action,
    userId: userId ?? null,
    personName,
    subject,
    address: request.address,
    // The operator's command line is no device.
    deviceName: request.userAgent === '' ? '' : deviceNameOf(request.userAgent),
  });
}
