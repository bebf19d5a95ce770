import { toast } from '#kit/web/toasts.tsx';
import { Button } from '#kit/web/ui/Button.tsx';
import { ListState } from '#kit/web/ui/ListState.tsx';
import type { LogStatus, MedicationLog } from '../contract.ts';
import { attemptWords, STATUS_NAMES } from './log-words.ts';
import { useLogAttempts, useLogDose } from './queries.ts';

const CORRECTIONS = ['taken', 'skipped', 'missed'] as const;

/** Everything that was said about one dose, and what an administrator can correct it to. */
export function LogDetails({ log, timezone }: { log: MedicationLog; timezone: string }) {
  const query = useLogAttempts(log.id);
  const attempts = query.data ?? [];
  return (
    <div className="mt-3 grid gap-5 rounded-box bg-ground p-4 @2xl:grid-cols-[minmax(0,1fr)_auto] @2xl:p-5">
      <div>
        <h4 className="font-semibold">What was said</h4>
        <ListState
          query={query}
          isEmpty={attempts.length === 0}
          emptyText="Nothing more is known."
          errorText="The details could not be loaded."
        >
          <ol className="mt-1 grid gap-2">
            {attempts.map((attempt) => (
              <li key={`${attempt.at} ${attempt.status}`}>
                {STATUS_NAMES[attempt.status]}
                {attempt.notes ? `: ${attempt.notes}` : ''}
                <span className="block text-help text-soft [overflow-wrap:anywhere]">
                  {attemptWords(attempt, timezone)}
                </span>
              </li>
            ))}
          </ol>
        </ListState>
      </div>
      <Corrections log={log} />
    </div>
  );
}

function Corrections({ log }: { log: MedicationLog }) {
  const correct = useCorrection(log);
  return (
    <fieldset>
      <legend className="font-semibold">Correct it</legend>
      <div className="mt-2 flex flex-wrap gap-2">
        {CORRECTIONS.map((status) => (
          <Button
            key={status}
            look="outline"
            isDisabled={log.status === status}
            isPending={correct.pressed === status}
            onPress={() => void correct.to(status)}
          >
            {STATUS_NAMES[status]}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

/** Says something else about a dose; Undo says again what stood before. */
function useCorrection(log: MedicationLog) {
  const logDose = useLogDose();
  const say = async (status: LogStatus): Promise<boolean> => {
    const { medicationId, scheduledTime } = log;
    try {
      await logDose.mutateAsync({ medicationId, scheduledTime, status });
      return true;
    } catch {
      toast.error('Error', 'Failed to update medication status');
      return false;
    }
  };
  const to = async (status: LogStatus) => {
    const before = log.status;
    if (!(await say(status))) return;
    toast.success('Medication status updated successfully', undefined, {
      action: { label: 'Undo', onPress: () => void say(before) },
    });
  };
  return { to, pressed: logDose.isPending ? logDose.variables.status : undefined };
}
