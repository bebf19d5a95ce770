import { formatTime } from '#platform/shared/zoned-time.ts';
import type { WaitReason } from '#platform/web/offline/outbox-rules.ts';
import { SavedHere } from '#platform/web/offline/SavedHere.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import type { UpcomingMedication } from '../../contract.ts';
import { unbrokenDosage } from '../../domain/dosage-text.ts';
import { DOSE_TONES, doneLook } from '../DoseBadge.tsx';

interface AnsweredLineProps {
  item: UpcomingMedication;
  /** The reason why the answer is not delivered yet; undefined if it is delivered. */
  waits: WaitReason | undefined;
  /** If undefined, no times are shown. */
  timezone: string | undefined;
}

/**
 * Shows an answered dose in one line: its scheduled time, the medication, and the time of the
 * answer.
 */
export function AnsweredLine({ item, waits, timezone }: AnsweredLineProps) {
  const look = doneLook(item.status);
  if (look === undefined) return null;
  const { answeredAt, scheduledTime, medication } = item;
  const clock = (instant: string) => (
    <time dateTime={instant} className="tabular">
      {timezone && formatTime(new Date(instant), timezone)}
    </time>
  );
  return (
    <li className="flex min-h-10.5 flex-wrap items-center gap-x-3.5 text-elder leading-tight">
      <Icon of={look.icon} className={`text-[2rem] ${DOSE_TONES[look.tone]}`} />
      {timezone && <span className="basis-28 text-least text-soft">{clock(scheduledTime)}</span>}
      <span className="min-w-[min(10rem,100%)] flex-1 wrap-anywhere">
        <span className="font-semibold">{medication.name}</span>{' '}
        <span className="text-least">{unbrokenDosage(medication.dosage)}</span>
      </span>
      <span className={`text-least ${DOSE_TONES[look.tone]}`}>
        <b className="font-bold">{look.words}</b> {answeredAt && clock(answeredAt)}
      </span>
      {waits && <SavedHere waits={waits} />}
    </li>
  );
}
