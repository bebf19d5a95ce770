import { formatTime } from '#platform/shared/zoned-time.ts';
import { WAIT_MESSAGES } from '#platform/web/offline/SavedHere.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { Spinner } from '#platform/web/ui/Spinner.tsx';
import type { UpcomingMedication } from '../../contract.ts';
import { DOSE_TONES, doneLook } from '../DoseBadge.tsx';
import type { WaitingPress } from '../dose-store.ts';

interface DoseResultProps {
  item: UpcomingMedication;
  /** The press that is not delivered yet; undefined if the server has the answer. */
  press: WaitingPress | undefined;
  /** If undefined, no times are shown. */
  timezone: string | undefined;
}

/** Shows the answer to a dose and whether it is saved: 'Taken at 3:02 PM. Saved.' */
export function DoseResult({ item, press, timezone }: DoseResultProps) {
  const look = doneLook(item.status);
  if (look === undefined) return null;
  const at = item.answeredAt;
  const isBusy = press !== undefined && (press.waits === undefined || press.waits === 'slow');
  return (
    <span
      className={`flex min-w-0 items-center gap-3 text-elder leading-tight ${DOSE_TONES[look.tone]}`}
    >
      {isBusy ? <Spinner className="flex-none" /> : <Icon of={look.icon} className="flex-none" />}
      <span>
        <b className="font-bold">{look.words}</b>
        {at !== null && timezone && ` at ${formatTime(new Date(at), timezone)}`}
        {at !== null && `. ${stateOf(press)}`}
      </span>
    </span>
  );
}

function stateOf(press: WaitingPress | undefined): string {
  if (press === undefined) return 'Saved.';
  return press.waits === undefined ? 'Saving…' : WAIT_MESSAGES[press.waits].join(' ');
}
