import { localDate } from '#platform/shared/zoned-time.ts';
import type { LogStatus, MedicationLog } from '../../contract.ts';

type SaidOfDose = Pick<MedicationLog, 'medicationId' | 'scheduledTime' | 'status'>;

/**
 * The known answers for one medication: logs from the server, and the presses of this tablet in
 * their order.
 */
interface Known {
  readonly id: string;
  readonly logs: readonly SaidOfDose[];
  readonly presses: readonly SaidOfDose[];
}

/** Returns the known times at which an as-needed medication was taken, earliest first. */
export function takenTimes({ id, logs, presses }: Known): Date[] {
  const said = new Map<number, LogStatus>();
  for (const { medicationId, scheduledTime, status } of [...logs, ...presses]) {
    if (medicationId === id) said.set(Date.parse(scheduledTime), status);
  }
  return [...said]
    .filter(([, status]) => status === 'taken')
    .map(([due]) => new Date(due))
    .sort((one, other) => one.getTime() - other.getTime());
}

export function takenOn(date: string, timezone: string, taken: readonly Date[]): Date[] {
  return taken.filter((due) => localDate(due, timezone) === date);
}
