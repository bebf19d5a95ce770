import left from '@phosphor-icons/core/assets/bold/caret-left-bold.svg?raw';
import right from '@phosphor-icons/core/assets/bold/caret-right-bold.svg?raw';
import calendar from '@phosphor-icons/core/assets/duotone/calendar-check-duotone.svg?raw';
import { useState } from 'react';
import { addDays, formatDate } from '#kit/shared/zoned-time.ts';
import { Box } from '#kit/web/ui/Box.tsx';
import { Button } from '#kit/web/ui/Button.tsx';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { ListState } from '#kit/web/ui/ListState.tsx';
import { useAdherence } from '../queries.ts';
import { AdherenceCalendar } from './AdherenceCalendar.tsx';
import { byMedication, DAYS_SHOWN, type DayLook, datesUntil } from './adherence-days.ts';
import { DayToken } from './DayToken.tsx';

const LEGEND: readonly (readonly [DayLook, string])[] = [
  ['taken', 'All taken'],
  ['late', 'Taken late'],
  ['skipped', 'Skipped'],
  ['missed', 'Some missed'],
  ['open', 'Not answered yet'],
  ['none', 'None due'],
];

/** What became of the doses of 30 days, as a calendar for each medication. */
export function Adherence({ today }: { today: string }) {
  const [daysBack, setDaysBack] = useState(0);
  const dates = datesUntil(addDays(today, -daysBack));
  const [from = today] = dates;
  const to = dates.at(-1) ?? today;
  const query = useAdherence(from, to);
  const medications = byMedication(query.data ?? []);
  return (
    <Box
      title="Day by day"
      icon={calendar}
      action={
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" icon={left} onPress={() => setDaysBack(daysBack + DAYS_SHOWN)}>
            Earlier
          </Button>
          <Button
            variant="outline"
            isDisabled={daysBack === 0}
            onPress={() => setDaysBack(Math.max(0, daysBack - DAYS_SHOWN))}
          >
            Later
            <Icon of={right} />
          </Button>
        </div>
      }
    >
      <p className="text-soft" aria-live="polite">
        {dateMessage(from)} to {dateMessage(to)}
      </p>
      <ul className="mt-4 mb-5 flex flex-wrap gap-x-6 gap-y-2.5" aria-label="What the shapes mean">
        {LEGEND.map(([look, words]) => (
          <li key={look} className="flex items-center gap-2.5">
            <DayToken variant={look} />
            {words}
          </li>
        ))}
      </ul>
      <ListState
        query={query}
        isEmpty={medications.length === 0}
        emptyText="No doses were due in these 30 days."
        errorText="The calendar could not be loaded."
      >
        <div
          className={`grid items-start gap-4 tablet:grid-cols-2 wide:grid-cols-3 ${query.isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {medications.map((medication) => (
            <AdherenceCalendar
              key={medication.medicationId}
              medication={medication}
              dates={dates}
              today={today}
            />
          ))}
        </div>
      </ListState>
    </Box>
  );
}

function dateMessage(date: string): string {
  return formatDate(new Date(`${date}T12:00:00Z`), 'UTC');
}
