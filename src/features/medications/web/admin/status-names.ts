import type { LogStatus } from '../../contract.ts';

/** What a status is called in a list; a dose that waits again was taken back. */
export const STATUS_NAMES: Record<LogStatus, string> = {
  taken: 'Taken',
  skipped: 'Skipped',
  missed: 'Missed',
  pending: 'Taken back',
};
