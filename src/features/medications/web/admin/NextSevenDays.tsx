import { dayMessage } from '#platform/shared/moments.ts';
import { localDate } from '#platform/shared/zoned-time.ts';
import type { Form } from '#platform/web/forms/use-form.ts';
import { useNow } from '#platform/web/use-now.ts';
import type { Medication } from '../../contract.ts';
import { unitOf } from '../../domain/dose-amounts.ts';
import { type ComingDay, comingDays, nextDateAfter } from '../../domain/next-days.ts';
import type { MedicationFields } from './medication-form.ts';
import { dayDescription, figureOf, timesDescription } from './next-days-messages.ts';

interface NextSevenDaysProps {
  medication: Medication | undefined;
  form: Form<MedicationFields>;
  timezone: string;
}

/** Previews the doses of the next seven days for the unsaved form. */
export function NextSevenDays({ medication, form, timezone }: NextSevenDaysProps) {
  const now = useNow(30_000);
  const { fields } = form;
  const startDate = fields.startDate ?? localDate(now, timezone);
  const wanted = { ...fields, id: medication?.id ?? 'new', startDate, away: medication?.away };
  const days = comingDays(wanted, now, timezone);
  return (
    <section aria-labelledby="next-seven-days">
      <h3 id="next-seven-days" className="mb-1.5 font-semibold">
        The next seven days
      </h3>
      <ol className="grid grid-cols-4 gap-1 min-[22.5em]:grid-cols-7 tablet:gap-2">
        {days.map((day) => (
          <DayCard key={day.date} day={day} unit={unitOf(wanted)} />
        ))}
      </ol>
      <p role="status" className="mt-1.5 text-help text-soft">
        {fields.isActive
          ? timesDescription(days, () => nextDateAfter(wanted, now, timezone))
          : 'It is paused: nothing rings.'}
      </p>
    </section>
  );
}

function DayCard({ day, unit }: { day: ComingDay; unit: string | undefined }) {
  const [weekday = '', monthDay = ''] = dayMessage(day.date).split(', ');
  const isNone = day.doses.length === 0;
  const look = isNone ? 'bg-sunk text-soft' : 'bg-call-tint text-call-deep';
  return (
    <li
      data-change={day.isChange || undefined}
      className={`rounded-control border-2 py-1.5 text-center leading-tight ${look} ${day.isChange ? 'border-call-deep' : 'border-transparent'}`}
    >
      <span className="sr-only">{dayDescription(day, unit)}</span>
      <span aria-hidden="true" className="grid gap-0.5">
        <span className="text-help text-soft">{weekday.slice(0, 3)}</span>
        <span className="font-semibold text-ink">{monthDay.split(' ')[1]}</span>
        <span className="truncate font-bold text-[1.375rem]">{figureOf(day)}</span>
      </span>
    </li>
  );
}
