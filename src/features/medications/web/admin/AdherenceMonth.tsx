import calendar from '@phosphor-icons/core/assets/duotone/calendar-check-duotone.svg?raw';
import { useState } from 'react';
import { usePeople } from '#features/people/web/queries.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { formatMonth, formatMonthDay } from '#platform/shared/zoned-time.ts';
import '#platform/web/print-alone.css';
import { Box } from '#platform/web/ui/Box.tsx';
import { ListState } from '#platform/web/ui/ListState.tsx';
import { PeriodSteps } from '#platform/web/ui/PeriodSteps.tsx';
import { useAdherence } from '../queries.ts';
import { AdherenceMatrix } from './AdherenceMatrix.tsx';
import {
  addMonths,
  byMedication,
  type DayLook,
  datesOf,
  LOOK_NAMES,
  percentOf,
  together,
  totalMessage,
} from './adherence-days.ts';
import { DayToken } from './DayToken.tsx';

const LEGEND: readonly DayLook[] = ['taken', 'late', 'partly', 'skipped', 'missed', 'open', 'none'];

interface AdherenceMonthProps {
  today: string;
  /** Called when a day of a medication is opened. */
  onOpen: (medicationId: string, date: string) => void;
}

/** Shows the adherence of a month by medication and day, on the screen and on one printed page. */
export function AdherenceMonth({ today, onOpen }: AdherenceMonthProps) {
  const present = today.slice(0, 7);
  const [monthsBack, setMonthsBack] = useState(0);
  const month = addMonths(present, -monthsBack);
  const dates = datesOf(month);
  const [first = today] = dates;
  const last = dates.at(-1) ?? today;
  const query = useAdherence(first, last < today ? last : today);
  const medications = byMedication(query.data ?? []);
  const total = together(medications.map((medication) => medication.total));
  const percent = percentOf(total);
  return (
    <div className="print-alone min-w-0 print:text-xs">
      <Box
        title="Day by day"
        icon={calendar}
        action={
          <PeriodSteps
            unit="month"
            isLast={monthsBack === 0}
            onStep={(by) => setMonthsBack(Math.max(0, monthsBack - by))}
          />
        }
      >
        <PrintedFor today={today} />
        <p aria-live="polite">
          <strong className="font-semibold">{formatMonth(month)}</strong>
          {percent === undefined ? '' : `: ${percent}%, ${totalMessage(total).toLowerCase()}`}
        </p>
        <ListState
          query={query}
          isEmpty={medications.length === 0}
          emptyText={`No doses were due in ${formatMonth(month)}.`}
          errorText="The calendar could not be loaded."
        >
          <ul
            className="my-4 flex flex-wrap gap-x-5 gap-y-2 print:my-1.5"
            aria-label="What the shapes mean"
          >
            {LEGEND.map((look) => (
              <li key={look} className="flex items-center gap-2">
                <DayToken variant={look} />
                {LOOK_NAMES[look]}
              </li>
            ))}
          </ul>
          <div className={query.isPlaceholderData ? 'opacity-60' : ''}>
            <AdherenceMatrix
              key={month}
              caption={`Doses of ${formatMonth(month)}`}
              medications={medications}
              dates={dates}
              today={today}
              onOpen={onOpen}
            />
          </div>
          <p className="mt-3 text-help text-soft print:mt-1 print:text-xs">
            Percent: of the doses that were answered or missed, how many were taken, late ones too.
          </p>
        </ListState>
      </Box>
    </div>
  );
}

/** The names of the elders and the date, which appear on the printed page only. */
function PrintedFor({ today }: { today: string }) {
  const elders = usePeople().data?.filter(({ role }) => role === 'user') ?? [];
  const names = elders.map(fullName).join(', ');
  return (
    <p className="hidden print:block">
      {names ? `${names}. ` : ''}Printed on {formatMonthDay(today)}, {today.slice(0, 4)}.
    </p>
  );
}
