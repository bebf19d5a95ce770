import { type Feature, feature } from '#platform/server/feature.ts';
import type { MailParts } from '#platform/server/outbound/mail.ts';
import { type NightlyParts, nightlyBackupJob } from './server/nightly.ts';
import type { OffsiteSettings } from './server/offsite.ts';
import { offsiteJob } from './server/offsite-job.ts';

export { backupFromServer, backupRoute } from './server/backup-line.ts';
export { readBackups } from './server/config.ts';

export { BackupRefused } from './server/manifest.ts';
export { backupState } from './server/nightly.ts';
export { isMissing, offsiteState } from './server/offsite-job.ts';
export { openBackup } from './server/open-backup.ts';
export { type RestoreParts, restoreBackup } from './server/restore.ts';
export { saveBackup } from './server/save-backup.ts';
export { takeBackup } from './server/take-backup.ts';

/** Loads the S3 client only if it is needed. */
export const loadOffsite = () => import('./server/offsite.ts');

export interface BackupParts extends NightlyParts {
  readonly offsite: OffsiteSettings | undefined;
  readonly operatorEmails: readonly string[];
  readonly mail: MailParts;
}

/**
 * Makes a backup every night if a folder is configured, and sends an off-site copy if a bucket is
 * configured. The feature has no endpoints.
 */
export function backupFeature({ offsite, ...parts }: BackupParts): Feature {
  const nightly = nightlyBackupJob(parts);
  return feature(
    {},
    {},
    offsite ? [nightly, offsiteJob({ ...parts, settings: offsite })] : [nightly],
  );
}
