import { Icon } from '#platform/web/ui/Icon.tsx';
import { KEY_ICON, SECTION_ICONS } from './section-variants.ts';

interface Bar {
  /** The section that sets color and icon. */
  section: 'watch' | 'listen' | 'read' | 'other';
  label: string;
  /** Filled part of the bar, from 0 to 1. */
  share: number;
  value: string;
}

interface BarChartProps {
  caption: string;
  /** Unit of the values, for screen readers. */
  unit: string;
  bars: readonly Bar[];
}

/** A bar chart that is a table for screen readers. */
export function BarChart({ caption, unit, bars }: BarChartProps) {
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Section</th>
          <th scope="col">{unit}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <BarRow key={bar.section} {...bar} />
        ))}
      </tbody>
    </table>
  );
}

function BarRow({ section, label, share, value }: Bar) {
  return (
    <tr className={`key-${section}`}>
      <th scope="row" className="w-px py-1 pr-3 text-left font-semibold tablet:pr-8">
        <span className="flex items-center gap-2.5">
          <Icon of={SECTION_ICONS[section]} className={`text-[1.5rem] ${KEY_ICON}`} />
          {label}
        </span>
      </th>
      <td className="py-1">
        <span className="flex items-center gap-3">
          <span
            aria-hidden="true"
            className="h-7 min-w-10 flex-1 overflow-hidden rounded-badge bg-sunk forced-border"
          >
            {share > 0 ? (
              <span
                className="block h-full rounded-badge bg-key transition-[width] forced-border"
                style={{ width: `${share * 100}%` }}
              />
            ) : null}
          </span>
          <span className="tabular w-18 text-right font-semibold leading-tight @min-[26rem]:w-24">
            {value}
          </span>
        </span>
      </td>
    </tr>
  );
}
