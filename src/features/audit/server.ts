import { feature } from '#platform/server/feature.ts';
import { auditCalls } from './contract.ts';
import { listEntries } from './server/list.ts';

export { auditInArchive } from './server/portable.ts';
export {
  NO_REQUEST,
  recordAction as noteAct,
  recordAudit as noteAudit,
  recordBulkAction as noteMany,
  recordInAllHouseholds as noteEverywhere,
} from './server/record-audit.ts';

export const auditFeature = feature(auditCalls, {
  list: ({ query }, { db, account, now }) => listEntries(db, account.id, query, now),
});
