import { Button } from '#kit/web/ui/Button.tsx';
import { ListState } from '#kit/web/ui/ListState.tsx';
import type { MedicationLog } from '../../contract.ts';
import { useLogAttempts } from '../queries.ts';
import { attemptMessage, STATUS_NAMES } from './log-messages.ts';
import { useSayDose } from './use-say-dose.ts';

const CORRECTIONS = ['taken', 'skipped', 'missed', 'pending'] as const;

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
                  {attemptMessage(attempt, timezone)}
                </span>
              </li>
            ))}
          </ol>
        </ListState>
      </div>
      <Corrections log={log} timezone={timezone} />
    </div>
  );
}

function Corrections({ log, timezone }: { log: MedicationLog; timezone: string }) {
  const { say, pressed } = useSayDose(timezone);
  return (
    <fieldset>
      <legend className="font-semibold">Correct it</legend>
      <div className="mt-2 flex flex-wrap gap-2">
        {CORRECTIONS.map((status) => (
          <Button
            key={status}
            variant="outline"
            isDisabled={log.status === status}
            isPending={pressed === status}
            onPress={() => void say(log, status)}
          >
            {status === 'pending' ? 'Not yet taken' : STATUS_NAMES[status]}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
