import { formatDay } from '#kit/shared/zoned-time.ts';
import { countMessage, type MedicationDays } from './adherence-days.ts';

interface AdherenceTableProps {
  medication: MedicationDays;
  dates: readonly string[];
}

/** The picture in words: each day that had doses, newest first. */
export function AdherenceTable({ medication, dates }: AdherenceTableProps) {
  const days = dates.filter((date) => medication.days.has(date)).reverse();
  return (
    <table className="mt-3 w-full text-left">
      <caption className="sr-only">{medication.name}, day by day</caption>
      <thead className="text-help text-soft">
        <tr>
          <th scope="col" className="py-1.5 pr-4 font-semibold">
            Day
          </th>
          <th scope="col" className="py-1.5 font-semibold">
            Doses
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-line border-t">
        {days.map((date) => (
          <tr key={date}>
            <th scope="row" className="py-2 pr-4 align-top font-normal">
              {formatDay(new Date(`${date}T12:00:00Z`), 'UTC')}
            </th>
            <td className="py-2 align-top font-semibold">
              {countMessage(medication.days.get(date))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
