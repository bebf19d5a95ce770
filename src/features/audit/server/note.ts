import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { auditEntries } from '#database/schema/audit.ts';
import { users } from '#database/schema/households.ts';
import type { Caller, Context } from '#kit/server/feature.ts';
import { deviceNameOf } from '#kit/server/http/device-name.ts';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import type { AuditAction } from '../actions.ts';

export interface AuditNote {
  readonly accountId: string;
  readonly action: AuditAction;
  /** Who did it, or whose sign-in failed; undefined when nobody is known. */
  readonly userId?: string | undefined;
  /** What it was about, in words a family reads. Never a password, a token or an email. */
  readonly subject?: string;
}

/** Where what is noted came by no call. */
export const NO_REQUEST = { address: '', userAgent: '' };

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
    // The operator's command line is no device.
    deviceName: request.userAgent === '' ? '' : deviceNameOf(request.userAgent),
  });
}

/**
 * Adds the same entry to the trail of every household that a login belongs to, under the name that the
 * person has there, in a transaction of the system and in one statement.
 */
export async function noteEverywhere(
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

/** Adds an entry of what the person who is calling has done in their household. */
export function noteAct(db: Db, context: Acting, action: AuditAction, subject = ''): Promise<void> {
  const { account, user } = context;
  return noteAudit(db, context, { accountId: account.id, action, userId: user.id, subject });
}

/** What one person does of a kind within this is one entry. */
const TOGETHER_MS = 10 * MINUTE_MS;

/**
 * The same for what comes in numbers, such as photos: added to that person's entry of a moment ago.
 * The subject begins with how many it is about, or names no number at all.
 */
export async function noteMany(
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
    return noteAct(db, context, action, subjectOf(count));
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
