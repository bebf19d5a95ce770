import type { AuditAction } from '#features/audit/domain/actions.ts';
import { noteAct } from '#features/audit/server.ts';
import { type Feature, feature, type MemberContext } from '#platform/server/feature.ts';
import { type AwayTime, awayCalls } from './contract.ts';
import { fromUntil } from './domain/period-messages.ts';
import { addAway, changeAway, listAway, removeAway } from './server/away-rows.ts';

export { readAwayMessages as whoIsAway } from './server/away-messages.ts';
export { awayInArchive } from './server/portable.ts';

/** Away periods of elders: doses in them do not ring, are not missed and do not count. */
export const awayFeature: Feature = feature(awayCalls, {
  list: (_call, context) => listAway(context),
  async add({ body }, context) {
    return noted(context, 'away-added', await addAway(body, context));
  },
  async change({ params, body }, context) {
    return noted(context, 'away-changed', await changeAway(params.id, body, context));
  },
  async remove({ params }, context) {
    await noted(context, 'away-deleted', await removeAway(params.id, context));
  },
});

async function noted(
  context: MemberContext,
  action: AuditAction,
  period: AwayTime,
): Promise<AwayTime> {
  await noteAct(context.db, context, action, fromUntil(period));
  return period;
}
