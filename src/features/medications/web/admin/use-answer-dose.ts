import { formatTime } from '#platform/shared/zoned-time.ts';
import { refusedWith } from '#platform/web/api.ts';
import { toast } from '#platform/web/toasts.ts';
import type { LogStatus, MedicationLog, UpcomingMedication } from '../../contract.ts';
import { answerMessage } from '../../domain/answer-messages.ts';
import type { MedicationRefusal } from '../../refusals.ts';
import { useLogDose } from '../queries.ts';

type SaidDose = Pick<UpcomingMedication, 'medicationId' | 'scheduledTime' | 'status'> & {
  readonly medication: { readonly name: string };
  readonly doseId?: string;
};

/**
 * Answers a dose from the panel and shows a toast with the result; its Undo restores the previous
 * answer.
 */
export function useAnswerDose(timezone: string) {
  const logDose = useLogDose();
  const post = async (dose: SaidDose, status: LogStatus): Promise<boolean> => {
    const { medicationId, scheduledTime, doseId } = dose;
    try {
      const unlessTaken = status === 'taken' && dose.status === 'pending';
      await logDose.mutateAsync({ doseId, medicationId, scheduledTime, status, unlessTaken });
      return true;
    } catch (error) {
      if (refusedWith<MedicationRefusal>(error, 'dose-taken-already')) {
        const { loggedBy, loggedAt } = error.current as MedicationLog;
        const at = formatTime(new Date(loggedAt), timezone);
        toast.info('Taken already', `${loggedBy} said so at ${at}.`);
        return false;
      }
      toast.error('Error', 'Failed to update medication status');
      return false;
    }
  };
  const say = async (dose: SaidDose, status: LogStatus) => {
    const { status: before } = dose;
    if (!(await post(dose, status))) return;
    toast.success('Medication status updated successfully', undefined, {
      about: answerMessage([dose], status, timezone),
      action: { label: 'Undo', onPress: () => void post(dose, before) },
    });
  };
  return { say, pressed: logDose.isPending ? logDose.variables.status : undefined };
}
