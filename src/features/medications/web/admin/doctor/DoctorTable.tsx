import { PART_NAMES } from '../../../domain/day-list.ts';
import { PillPicture } from '../../PillPicture.tsx';
import { type DoctorRow, PARTS } from './doctor-page.ts';

/** From this number of rows on, the rows are lower, so that they fit on one sheet. */
const MANY = 9;

/** Hidden on a phone for lack of space; the times in the row contain the same information. */
const PART = 'px-1.5 text-center max-tablet:hidden print:table-cell';

/** Lists the current medications with the doses in each part of the day. */
export function DoctorTable({ rows }: { rows: readonly DoctorRow[] }) {
  if (rows.length === 0) return <p>No medications are taken at the moment.</p>;
  const size = rows.length < MANY ? 'size-9' : 'size-6 print:size-5.5';
  return (
    <div className="relative">
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">Medications</caption>
        <thead>
          <tr className="border-ink border-b">
            <th scope="col" colSpan={2} className="py-1.5 font-semibold">
              Medication
            </th>
            {PARTS.map((part) => (
              <th key={part} scope="col" className={`${PART} py-1.5 font-semibold`}>
                {PART_NAMES[part]}
              </th>
            ))}
            <th scope="col" className="py-1.5 pl-2 font-semibold">
              When, how, limits
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ medication, doses, how }) => (
            <tr key={medication.id} className="break-inside-avoid border-line-strong border-b">
              <td className="w-11 py-0.75 print:py-0.5">
                <PillPicture
                  url={medication.pillImageUrl}
                  alt=""
                  className={`${size} rounded-[0.375rem] border border-line-strong`}
                />
              </td>
              <th scope="row" className="py-0.75 pr-3 print:py-0.5 font-normal">
                <strong className="font-bold print:text-[0.9375rem]">{medication.name}</strong>{' '}
                <span className="inline-block">{medication.dosage}</span>
              </th>
              {PARTS.map((part) => (
                <td key={part} className={`${PART} font-bold print:text-[0.9375rem]`}>
                  {doses[part] === 0 ? '–' : doses[part]}
                </td>
              ))}
              <td className="w-2/5 py-0.75 pl-2 wrap-anywhere print:py-0.5">{how}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
