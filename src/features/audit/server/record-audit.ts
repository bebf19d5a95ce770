import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { auditEntries } from '#database/schema/audit.ts';
import { users } from '#database/schema/households.ts';
import type { Caller, Context } from '#platform/server/feature.ts';
import { deviceNameOf } from '#platform/server/http/device-name.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import type { AuditAction } from '../domain/actions.ts';

export interface AuditNote {
  readonly accountId: string;
  readonly action: AuditAction;
  /** The person who acted, or whose sign-in failed; undefined if unknown. */
  readonly userId?: string | undefined;
  /**
   * The object of the action, in words for a family. Must not contain a password, a token or an
   * email.
   */
  readonly subject?: string;
}

/** Replaces the data of the request for entries that do not come from an HTTP request. */
export const NO_REQUEST = { address: '', userAgent: '' };

/** Adds an entry to the household's audit log, in the caller's transaction. */
export async function recordAudit(
  db: Db,
  { now, request }: { now: Date; request: Pick<Context['request'], 'address' | 'userAgent'> },
  note: AuditNote,
): Promise<void> {
  const { accountId, action, userId, subject = '' } = note;
  const personName =
    userId === undefined
      ? ''
      : sql<string>`coalesce((select ${users.firstName} || ' ' || ${users.lastName} from ${users} where ${users.id} = ${userId} and ${users.accountId} = ${accountId}), '')`;
  await db.insert(auditEntries).values({
    id: randomUUID(),
    accountId,
    at: now,
    action,
    userId: userId ?? null,
    personName,
    subject,
    address: request.address,
    // An action on the operator's command line has no device.
    deviceName: request.userAgent === '' ? '' : deviceNameOf(request.userAgent),
  });
}

/**
 * Adds the same entry in every household of a login, with the name that the person has there, in
 * one statement. Requires a system transaction.
 */
export async function recordInAllHouseholds(
  db: Db,
  { now, request }: { now: Date; request: Pick<Context['request'], 'address' | 'userAgent'> },
  { loginId, action }: { loginId: string; action: AuditAction },
): Promise<void> {
  const { address, userAgent } = request;
  const deviceName = userAgent === '' ? '' : deviceNameOf(userAgent);
  await db.execute(sql`
    insert into ${auditEntries}
      (id, account_id, at, action, user_id, person_name, subject, address, device_name)
    select gen_random_uuid(), account_id, ${now.toISOString()}::timestamptz, ${action}, id,
      first_name || ' ' || last_name, '', ${address}, ${deviceName}
    from ${users} where login_id = ${loginId}`);
}

type Acting = Pick<Context, 'now' | 'request'> & Pick<Caller, 'account' | 'user'>;

export function recordAction(
  db: Db,
  context: Acting,
  action: AuditAction,
  subject = '',
): Promise<void> {
  const { account, user } = context;
  return recordAudit(db, context, { accountId: account.id, action, userId: user.id, subject });
}

/** Actions of one person and kind within this time are merged into one entry. */
const TOGETHER_MS = 10 * MINUTE_MS;

/**
 * Merges bulk actions, such as photo uploads, into the person's recent entry. The subject begins
 * with the count or contains no number at all.
 */
export async function recordBulkAction(
  db: Db,
  context: Acting,
  action: AuditAction,
  subjectOf: (count: number) => string,
  count = 1,
): Promise<void> {
  const { account, user, now } = context;
  const [last] = await db
    .select()
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.accountId, account.id),
        eq(auditEntries.userId, user.id),
        eq(auditEntries.action, action),
        eq(auditEntries.address, context.request.address),
        gt(auditEntries.at, new Date(now.getTime() - TOGETHER_MS)),
      ),
    )
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(1)
    .for('update');
  const before = Number.parseInt(last?.subject ?? '', 10) || 0;
  if (last === undefined || last.subject !== subjectOf(before)) {
    return recordAction(db, context, action, subjectOf(count));
  }
  const subject = subjectOf(before + count);
  await db
    .update(auditEntries)
    .set({ subject })
    .where(
      and(
        eq(auditEntries.accountId, account.id),
        eq(auditEntries.at, last.at),
        eq(auditEntries.id, last.id),
      ),
    );
}
