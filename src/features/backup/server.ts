import { type Feature, feature } from '#kit/server/feature.ts';
import { type NightlyParts, nightlyBackupJob } from './server/nightly.ts';

export { backupFromServer, backupRoute } from './server/backup-line.ts';
export { readBackupDir } from './server/config.ts';

export { BackupRefused } from './server/manifest.ts';
export { backupState } from './server/nightly.ts';
export { openBackup } from './server/open-backup.ts';
export { restoreBackup } from './server/restore.ts';
export { saveBackup } from './server/save-backup.ts';
export { takeBackup } from './server/take-backup.ts';

/** Nobody calls it: it makes a backup every night, where there is a folder for them. */
export function backupFeature(parts: NightlyParts): Feature {
  return feature({}, {}, [nightlyBackupJob(parts)]);
}
