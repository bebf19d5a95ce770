import type { LogStatus } from '../../contract.ts';

/** Status labels. A log is pending only after an undo, so `pending` reads "Taken back". */
export const STATUS_NAMES: Record<LogStatus, string> = {
  taken: 'Taken',
  skipped: 'Skipped',
  missed: 'Missed',
  pending: 'Taken back',
};
