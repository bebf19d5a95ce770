import { useId, useState } from 'react';
import { Button } from '#kit/web/ui/Button.tsx';
import type { MedicationLog } from '../../contract.ts';
import { LogBadge } from './LogBadge.tsx';
import { LogDetails } from './LogDetails.tsx';
import { dueMessage, entryMessage } from './log-messages.ts';
import { WhoseMedication } from './WhoseMedication.tsx';

/** One dose: when it was due and what was said of it. Opened, all that was said, and corrections. */
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
            <WhoseMedication id={log.medicationId} />
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
