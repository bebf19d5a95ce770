import undo from '@phosphor-icons/core/assets/bold/arrow-counter-clockwise-bold.svg?raw';
import { Badge } from '#platform/web/ui/Badge.tsx';
import type { LogStatus, MedicationLog } from '../../contract.ts';
import { doneLook } from '../DoseBadge.tsx';
import { STATUS_NAMES } from './status-names.ts';

export function LogBadge({ log }: { log: Pick<MedicationLog, 'status' | 'late'> }) {
  const look = logLook(log.status);
  return (
    <Badge tone={look.tone} icon={look.icon}>
      {log.late ? `${look.words} late` : look.words}
    </Badge>
  );
}

/**
 * Returns tone, icon and text of a status. A pending log exists only after an undo, so it is shown
 * as taken back.
 */
export function logLook(status: LogStatus) {
  return doneLook(status) ?? { tone: 'plain' as const, icon: undo, words: STATUS_NAMES.pending };
}
