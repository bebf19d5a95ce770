import { randomUUID } from 'node:crypto';
import { medications } from '#database/schema/medications.ts';
import { noteAct } from '#features/audit/server.ts';
import { timezonePreviewCalls } from '#features/settings/contract.ts';
import { feature, WithStatus } from '#platform/server/feature.ts';
import { notFound } from '#platform/shared/refusals.ts';
import { medicationCalls } from './contract.ts';
import { timesOf } from './domain/derived-fields.ts';
import { adherenceOf } from './server/adherence.ts';
import { changeMedication, userIdColumn } from './server/change.ts';
import { logDose } from './server/log-dose.ts';
import { listLogAttempts, listLogs } from './server/logs.ts';
import {
  asMedication,
  listMedications,
  refuseInvalid,
  refuseOneMore,
  refuseSecond,
} from './server/medication-rows.ts';
import { removeMedication } from './server/medications-in-bin.ts';
import { overdueJob } from './server/overdue-job.ts';
import { scheduleCheck } from './server/settle-overdue.ts';
import { snoozeDose } from './server/snooze-dose.ts';
import { previewTimezone } from './server/timezone-preview.ts';
import { upcomingFor } from './server/upcoming.ts';

export { adherenceOf } from './server/adherence.ts';
export { listAlertedByDose as toldOf } from './server/dose-alerts.ts';
export {
  asDue,
  asMedication,
  awayOf,
  findMedication,
  presentMedications,
} from './server/medication-rows.ts';
export { dosesOfPerson, medicationsInBin } from './server/medications-in-bin.ts';
export { BY_ITSELF } from './server/missed-logs.ts';
export { timezoneOf } from './server/overdue-rows.ts';
export { medicationsInArchive } from './server/portable.ts';
export { changeWhenAway, reschedule } from './server/reschedule.ts';
export { scheduleCheck } from './server/settle-overdue.ts';
export { todaysDoses } from './server/upcoming.ts';

export const medicationsFeature = feature(
  { ...medicationCalls, ...timezonePreviewCalls },
  {
    previewTimezone: ({ query }, { db, account, now }) =>
      previewTimezone(db, account.id, { to: query.timezone, now }),

    list: (_call, context) => listMedications(context.db, context),

    async create({ body: { evenIfThere, ...said } }, context) {
      const { db, account, now, limits } = context;
      const body = { ...said, times: timesOf(said) };
      await refuseOneMore(db, account.id, limits);
      if (!evenIfThere) await refuseSecond(db, account.id, body);
      await refuseInvalid(db, account.id, body);
      const [row] = await db
        .insert(medications)
        .values({
          ...body,
          userId: userIdColumn(body.userId),
          id: randomUUID(),
          accountId: account.id,
          createdAt: now,
          scheduledSince: now,
        })
        .returning();
      if (row === undefined) throw notFound();
      await scheduleCheck(db, account.id, now);
      await noteAct(db, context, 'medication-added', row.name);
      return asMedication(row);
    },

    async update({ params, body }, context) {
      const row = await changeMedication(params.id, body, context);
      await noteAct(context.db, context, 'medication-changed', row.name);
      return asMedication(row);
    },

    async remove({ params }, context) {
      const name = await removeMedication(params.id, context);
      await noteAct(context.db, context, 'medication-deleted', name);
    },

    async upcoming(_call, context) {
      const { items, validUntil } = await upcomingFor(context.db, context, context.now);
      context.cacheUntil(validUntil);
      return items;
    },

    listLogs: ({ query }, context) => listLogs(query, context),
    listLogAttempts: ({ params }, context) => listLogAttempts(params.id, context),
    adherence: ({ query }, { db, account, now }) => adherenceOf(db, account.id, query, now),

    snooze: ({ body }, context) => snoozeDose(body, context),

    async logDose({ body }, context) {
      const { log, isNew } = await logDose(body, context);
      return isNew ? log : new WithStatus(200, log);
    },
  },
  [overdueJob()],
);
