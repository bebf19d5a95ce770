import { BAR_DAYS, type Bar } from './doctor-page.ts';

/** Shows the number of taken doses of each medication, as figures and as a bar. */
export function DoseBars({ bars }: { bars: readonly Bar[] }) {
  return (
    <section aria-label={`Last ${BAR_DAYS} days, dose by dose`}>
      <h3 className="mb-1.5 font-bold print:text-[0.9375rem]">
        Last {BAR_DAYS} days, dose by dose
      </h3>
      {bars.length === 0 ? <p>No doses were due.</p> : null}
      <ul className="grid grid-cols-1 gap-0.5 print:gap-0 print:leading-tight">
        {bars.map(({ medicationId, name, taken, answered }) => (
          <li key={medicationId} className="flex items-center gap-3">
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <span
              aria-hidden="true"
              className="h-2.5 w-30 flex-none overflow-hidden rounded-full border border-ink"
            >
              <span
                className="block h-full bg-ink [print-color-adjust:exact]"
                style={{ width: `${(taken / answered) * 100}%` }}
              />
            </span>
            <span className="w-18 flex-none text-right font-semibold tabular">
              {taken} of {answered}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
