import { formatTime } from '#kit/shared/zoned-time.ts';
import { Icon } from '#kit/web/ui/Icon.tsx';
import type { UpcomingMedication } from '../../contract.ts';
import { doneLook } from '../DoseBadge.tsx';

const TONES = { good: 'text-listen', plain: 'text-myday', late: 'text-danger-deep' };

interface AnsweredLineProps {
  item: UpcomingMedication;
  /** Without it no time is shown. */
  timezone: string | undefined;
}

/**
 * A dose that has its answer, in one line, with the time of the answer; of one that was missed by
 * itself, with the time at which it was due.
 */
export function AnsweredLine({ item, timezone }: AnsweredLineProps) {
  const look = doneLook(item.status);
  if (look === undefined) return null;
  const at = item.answeredAt ?? (item.status === 'missed' ? item.scheduledTime : undefined);
  return (
    <li className="flex min-h-10.5 flex-wrap items-center gap-x-3.5 text-elder leading-tight">
      <Icon of={look.icon} className={`text-[2rem] ${TONES[look.tone]}`} />
      {timezone && at && (
        <time dateTime={at} className="tabular basis-28 text-least text-soft">
          {formatTime(new Date(at), timezone)}
        </time>
      )}
      <span className="min-w-[min(10rem,100%)] flex-1 font-semibold wrap-anywhere">
        {item.medication.name}
      </span>
      <span className={`font-bold text-least ${TONES[look.tone]}`}>{look.words}</span>
    </li>
  );
}
