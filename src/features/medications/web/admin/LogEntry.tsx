import { useId, useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { ListState } from '#platform/web/ui/ListState.tsx';
import type { MedicationLog } from '../../contract.ts';
import { useLogAttempts } from '../queries.ts';
import { LogBadge } from './LogBadge.tsx';
import { attemptMessage, dueMessage, entryMessage, nameOfAttempt } from './log-messages.ts';
import { MedicationOwner } from './MedicationOwner.tsx';
import { STATUS_NAMES } from './status-names.ts';
import { useAnswerDose } from './use-answer-dose.ts';

const CORRECTIONS = ['taken', 'skipped', 'missed', 'pending'] as const;

/** Shows the log of one dose; expanded, also all answers and the corrections. */
export function LogEntry({ log, timezone }: { log: MedicationLog; timezone: string }) {
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const { name, dosage } = log.medication;
  return (
    <li className="py-3">
      <div className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2 @2xl:grid-cols-[7.5rem_minmax(0,1fr)_auto_auto]">
        <time dateTime={log.scheduledTime} className="font-bold tabular">
          {dueMessage(log, timezone)}
        </time>
        <div className="col-span-2 row-start-2 min-w-0 @2xl:col-span-1 @2xl:row-start-1 @2xl:col-start-2">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 wrap-anywhere">
              <strong className="font-semibold">{name}</strong> {dosage}
            </span>
            <MedicationOwner id={log.medicationId} />
          </p>
          <p className="text-help text-soft">{entryMessage(log, timezone)}</p>
          {log.notes ? <p className="text-help text-soft">{log.notes}</p> : null}
        </div>
        <LogBadge log={log} />
        <Button
          variant="quiet"
          className="-ml-3 justify-self-start @2xl:ml-0"
          aria-label={`Details of ${name}, ${dueMessage(log, timezone)}`}
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onPress={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Close' : 'Details'}
        </Button>
      </div>
      <div id={detailsId}>{isOpen ? <LogDetails log={log} timezone={timezone} /> : null}</div>
    </li>
  );
}

/** Shows all answers to one dose, and the corrections that an administrator can make. */
function LogDetails({ log, timezone }: { log: MedicationLog; timezone: string }) {
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
                {nameOfAttempt(attempt)}
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
  const { say, pressed } = useAnswerDose(timezone);
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
