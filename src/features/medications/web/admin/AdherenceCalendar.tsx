import { useId, useState } from 'react';
import { formatDate } from '#kit/shared/zoned-time.ts';
import { Button } from '#kit/web/ui/Button.tsx';
import { AdherenceTable } from './AdherenceTable.tsx';
import {
  countMessage,
  lookOf,
  type MedicationDays,
  totalMessage,
  weeksOf,
} from './adherence-days.ts';
import { DayToken } from './DayToken.tsx';
import { WhoseMedication } from './WhoseMedication.tsx';

const WEEKDAYS = ['S', 'M', 'T', 'W', 'T', 'F', 'S'];

interface AdherenceCalendarProps {
  medication: MedicationDays;
  dates: readonly string[];
  today: string;
}

/** One medication over some weeks: a picture of its days, or the same as a table. */
export function AdherenceCalendar({ medication, dates, today }: AdherenceCalendarProps) {
  const [isTable, setTable] = useState(false);
  const titleId = useId();
  const { name, total } = medication;
  return (
    <section
      aria-labelledby={titleId}
      className="flex flex-col rounded-box bg-ground p-4 tablet:p-5"
    >
      <h3 id={titleId} className="font-bold text-[1.1875rem] leading-snug">
        {name}
      </h3>
      <p className="my-1 empty:hidden">
        <WhoseMedication id={medication.medicationId} />
      </p>
      <p className="text-help text-soft">{totalMessage(total)}</p>
      {isTable ? (
        <AdherenceTable medication={medication} dates={dates} />
      ) : (
        <div role="img" aria-label={`${name}: ${countMessage(total)}`} className="mt-4">
          <CalendarPicture medication={medication} dates={dates} today={today} />
        </div>
      )}
      <Button
        variant="quiet"
        className="mt-auto -mb-2 -ml-4.5 self-start"
        aria-label={`${isTable ? 'Show as calendar' : 'Show as table'}: ${name}`}
        onPress={() => setTable(!isTable)}
      >
        {isTable ? 'Show as calendar' : 'Show as table'}
      </Button>
    </section>
  );
}

function CalendarPicture({ medication, dates, today }: AdherenceCalendarProps) {
  return (
    <div className="grid grid-cols-7 gap-y-2.5">
      {WEEKDAYS.map((letter, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the weekdays never change places
        <span key={index} className="text-center font-semibold text-help text-soft">
          {letter}
        </span>
      ))}
      {weeksOf(dates).flatMap((week, row) =>
        week.map((date, column) => (
          <span
            key={date ?? `${row} ${column}`}
            className="flex flex-col items-center rounded-badge pb-1.5"
          >
            {date ? (
              <>
                <span
                  className={`whitespace-nowrap tabular text-help ${date === today ? 'rounded-full bg-gold px-1.5 font-bold' : 'text-soft'}`}
                >
                  {dayNumber(date, date === dates[0])}
                </span>
                <span className="grid h-8.5 place-items-center">
                  <DayToken variant={lookOf(medication.days.get(date))} />
                </span>
              </>
            ) : null}
          </span>
        )),
      )}
    </div>
  );
}

/** '9'; with the month, 'Mar 1', where one begins. */
function dayNumber(date: string, isFirst: boolean): string {
  const day = Number(date.slice(8));
  if (!isFirst && day !== 1) return String(day);
  return formatDate(new Date(`${date}T12:00:00Z`), 'UTC').replace(/,.*/, '');
}
