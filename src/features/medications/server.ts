import { randomUUID } from 'node:crypto';
import { and, desc, eq, gte, isNull, lte, or } from 'drizzle-orm';
import { medicationLogs, medications } from '#database/schema/medications.ts';
import type { AuditAction } from '#features/audit/contract.ts';
import { noteAudit } from '#features/audit/server.ts';
import { feature, type MemberContext, WithStatus } from '#kit/server/feature.ts';
import { notThere } from '#kit/shared/refusal.ts';
import { medicationCalls } from './contract.ts';
import { asLog, logDose } from './server/log-dose.ts';
import {
  asMedication,
  findMedication,
  listMedications,
  refuseInvalid,
  seenBy,
} from './server/medication-rows.ts';
import { upcomingFor } from './server/upcoming.ts';

export { endMedicationsOf } from './server/medication-rows.ts';

const LOGS_UNLESS_TOLD = 100;

export const medicationsFeature = feature(medicationCalls, {
  list: (_call, context) => listMedications(context.db, context),

  async create({ body }, context) {
    const { db, account, now } = context;
    await refuseInvalid(db, account.id, body);
    const [row] = await db
      .insert(medications)
      .values({
        ...body,
        userId: userIdColumn(body.userId),
        id: randomUUID(),
        accountId: account.id,
        createdAt: now,
      })
      .returning();
    if (row === undefined) throw notThere();
    await note(context, 'medication-added', row.name);
    return asMedication(row);
  },

  async update({ params, body }, context) {
    const { db, account } = context;
    const present = asMedication(await findMedication(db, context, params.id));
    const given = Object.fromEntries(
      Object.entries(body).filter(([, value]) => value !== undefined),
    );
    const { id, ...wanted } = { ...present, ...given };
    await refuseInvalid(db, account.id, wanted);
    const [row] = await db
      .update(medications)
      .set({ ...wanted, userId: userIdColumn(wanted.userId) })
      .where(and(seenBy(context), eq(medications.id, id)))
      .returning();
    if (row === undefined) throw notThere();
    await note(context, 'medication-changed', row.name);
    return asMedication(row);
  },

  async remove({ params }, context) {
    const { db, now } = context;
    const [removed] = await db
      .update(medications)
      .set({ deletedAt: now })
      .where(and(seenBy(context), eq(medications.id, params.id)))
      .returning({ name: medications.name });
    if (removed === undefined) throw notThere();
    await note(context, 'medication-deleted', removed.name);
  },

  async upcoming(_call, context) {
    const { items, validUntil } = await upcomingFor(context.db, context, context.now);
    context.keepUntil(validUntil);
    return items;
  },

  async listLogs({ query }, { db, account, user }) {
    const { from, to, medicationId, limit = LOGS_UNLESS_TOLD } = query;
    const ofOthers = user.role === 'user';
    const rows = await db
      .select({ log: medicationLogs })
      .from(medicationLogs)
      .innerJoin(medications, eq(medications.id, medicationLogs.medicationId))
      .where(
        and(
          eq(medicationLogs.accountId, account.id),
          from === undefined ? undefined : gte(medicationLogs.localDate, from),
          to === undefined ? undefined : lte(medicationLogs.localDate, to),
          medicationId === undefined ? undefined : eq(medicationLogs.medicationId, medicationId),
          ofOthers ? or(isNull(medications.userId), eq(medications.userId, user.id)) : undefined,
        ),
      )
      .orderBy(desc(medicationLogs.loggedAt), desc(medicationLogs.id))
      .limit(limit);
    return rows.map(({ log }) => asLog(log));
  },

  async logDose({ body }, context) {
    const { log, isNew } = await logDose(body, context);
    return isNew ? log : new WithStatus(200, log);
  },
});

function note(context: MemberContext, action: AuditAction, subject: string): Promise<void> {
  const { db, account, user } = context;
  return noteAudit(db, context, { accountId: account.id, action, userId: user.id, subject });
}

function userIdColumn(userId: string): string | null {
  return userId === 'system' ? null : userId;
}
