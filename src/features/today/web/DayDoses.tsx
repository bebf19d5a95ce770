import pill from '@phosphor-icons/core/assets/duotone/pill-duotone.svg?raw';
import { formatTime } from '#platform/shared/zoned-time.ts';
import { Badge, type BadgeTone } from '#platform/web/ui/Badge.tsx';
import { Box } from '#platform/web/ui/Box.tsx';
import type { TodaysDose } from '../contract.ts';
import type { DoseState } from '../domain/answer.ts';

const BADGES: Record<DoseState, { tone: BadgeTone; word: string }> = {
  later: { tone: 'info', word: 'Later' },
  due: { tone: 'now', word: 'Open' },
  overdue: { tone: 'bad', word: 'Overdue' },
  taken: { tone: 'good', word: 'Taken' },
  skipped: { tone: 'plain', word: 'Skipped' },
  missed: { tone: 'late', word: 'Missed' },
};

/** Lists the doses of the day, each with its answer, author and time. */
export function DayDoses(props: { doses: readonly TodaysDose[]; timezone: string }) {
  const { doses, timezone } = props;
  if (doses.length === 0) return null;
  return (
    <Box title="Doses of today" icon={pill}>
      <ul className="divide-y divide-line">
        {doses.map((dose) => (
          <li key={dose.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
            <time dateTime={dose.scheduledTime} className="w-20 flex-none text-soft tabular">
              {formatTime(new Date(dose.scheduledTime), timezone)}
            </time>
            <p className="min-w-0 flex-1 basis-32 leading-snug">
              <span className="block font-semibold wrap-anywhere">{dose.name}</span>
              <span className="block text-help text-soft">{saidWords(dose, timezone)}</span>
            </p>
            <Badge tone={BADGES[dose.state].tone}>{BADGES[dose.state].word}</Badge>
          </li>
        ))}
      </ul>
    </Box>
  );
}

/** Returns the author and time of the answer; for a pending dose, its dosage. */
function saidWords({ by, at, dosage }: TodaysDose, timezone: string): string {
  if (by === null || at === null) return dosage;
  return `${by}, ${formatTime(new Date(at), timezone)}`;
}
