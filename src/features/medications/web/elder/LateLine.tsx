import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import { TouchButton } from '#platform/web/ui/TouchButton.tsx';
import type { UpcomingMedication } from '../../contract.ts';
import { lateness } from '../../domain/lateness.ts';

interface LateLineProps {
  item: UpcomingMedication;
  now: Date;
  /** True while an answer is being saved. */
  isBusy: boolean;
  onTaken: (item: UpcomingMedication) => void;
  onClose: () => void;
}

/** Shows an administrator in a line which dose rings on the tablet, without covering the screen. */
export function LateLine({ item, now, isBusy, onTaken, onClose }: LateLineProps) {
  const { kind, minutes, words } = lateness(new Date(item.scheduledTime), now);
  const { name } = item.medication;
  const isLate = kind === 'late';
  const late = `${name} is ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} late.`;
  return (
    <section
      aria-label="A dose rings on the tablet"
      className="flex flex-wrap items-center gap-x-6 gap-y-3 bg-gold-soft px-5 py-3 text-ink tablet:px-10"
    >
      <p role="status" className="min-w-0 flex-1 basis-72 font-bold text-least wrap-anywhere">
        {isLate ? late : `${name}: ${words}.`} Mark as taken?
      </p>
      <TouchButton variant="success" icon={check} isBusy={isBusy} onPress={() => onTaken(item)}>
        Mark as taken
      </TouchButton>
      <TouchButton variant="outline" onPress={onClose}>
        Not now
      </TouchButton>
    </section>
  );
}
