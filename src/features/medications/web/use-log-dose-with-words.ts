import { sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import type { LogStatus, MedicationLog, UpcomingMedication } from '../contract.ts';
import { useLogDose } from './queries.ts';

/** Which dose: its medication and its time. */
export type DoseKey = Pick<UpcomingMedication, 'medicationId' | 'scheduledTime'>;

/** Logs a dose and says so when that failed; what stands in the log afterwards, or undefined. */
export function useLogDoseWithWords() {
  const { mutateAsync } = useLogDose();
  return async (dose: DoseKey, status: LogStatus): Promise<MedicationLog | undefined> => {
    const { medicationId, scheduledTime } = dose;
    try {
      return await mutateAsync({ medicationId, scheduledTime, status });
    } catch (error) {
      toast.error('Failed to log medication', sentenceOf(error, '') || undefined);
      return undefined;
    }
  };
}

/** Says that it is logged, with Undo where there is one. */
export function sayLogged(undo?: () => void): void {
  toast.success(
    'Medication logged',
    'Medication status has been updated.',
    undo ? { action: { label: 'Undo', onPress: undo } } : {},
  );
}
