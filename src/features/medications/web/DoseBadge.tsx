import bell from '@phosphor-icons/core/assets/fill/bell-ringing-fill.svg?raw';
import check from '@phosphor-icons/core/assets/fill/check-circle-fill.svg?raw';
import clock from '@phosphor-icons/core/assets/fill/clock-fill.svg?raw';
import hourglass from '@phosphor-icons/core/assets/fill/hourglass-medium-fill.svg?raw';
import minus from '@phosphor-icons/core/assets/fill/minus-circle-fill.svg?raw';
import warning from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?raw';
import x from '@phosphor-icons/core/assets/fill/x-circle-fill.svg?raw';
import { Badge } from '#platform/web/ui/Badge.tsx';
import type { LogStatus, UpcomingMedication } from '../contract.ts';
import { isFarAhead } from '../domain/day-list.ts';
import { lateness } from '../domain/lateness.ts';
import { fromNow } from '../domain/next-doses.ts';

const DONE = {
  taken: { tone: 'good', icon: check, words: 'Taken' },
  skipped: { tone: 'plain', icon: minus, words: 'Skipped' },
  missed: { tone: 'late', icon: x, words: 'Missed' },
} as const;

const PENDING = {
  upcoming: { tone: 'info', icon: clock },
  'on-time': { tone: 'now', icon: bell },
  late: { tone: 'late', icon: hourglass },
  overdue: { tone: 'bad', icon: warning },
} as const;

/** The text colours that belong to the tones of `doneLook`. */
export const DOSE_TONES = {
  good: 'text-listen-deep',
  plain: 'text-myday-deep',
  late: 'text-danger-deep',
};

/** Returns tone, icon and text of an answered or missed dose; undefined if it is pending. */
export function doneLook(status: LogStatus) {
  return status === 'pending' ? undefined : DONE[status];
}

interface DoseBadgeProps {
  dose: UpcomingMedication;
  now: Date;
  size?: 'family' | 'elder';
}

/** Shows the answer of a dose, or how early or late a pending dose is. */
export function DoseBadge({ dose, now, size = 'family' }: DoseBadgeProps) {
  const done = doneLook(dose.status);
  if (done) {
    return (
      <Badge tone={done.tone} icon={done.icon} size={size}>
        {done.words}
      </Badge>
    );
  }
  const { kind, minutes, words } = lateness(new Date(dose.scheduledTime), now);
  return (
    <Badge {...PENDING[kind]} size={size}>
      {isFarAhead(dose.scheduledTime, now) ? fromNow(minutes, 'minute') : words}
    </Badge>
  );
}
