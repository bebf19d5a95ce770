interface TrendPoint {
  id: string;
  /** Position on the time axis, such as a date. */
  label: string;
  /** From 0 to `top`; undefined if there is no measurement. */
  value: number | undefined;
  /** Cells after the label in the table row of this point. */
  cells: readonly string[];
}

interface TrendPlotProps {
  name: string;
  /** Column headers of the table with the same data. */
  columns: readonly string[];
  points: readonly TrendPoint[];
  /** Value of the highest line of the scale; greater than 0. */
  top: number;
  /** Formats a value for the labels of the scale. */
  scale: (value: number) => string;
}

/**
 * A line chart over time, with the same data as a table. The line is interrupted at missing
 * measurements.
 */
export function TrendPlot({ name, columns, points, top, scale }: TrendPlotProps) {
  const placed = points.map(({ id, value }, at) => ({
    id,
    x: points.length < 2 ? 50 : (at / (points.length - 1)) * 100,
    y: value === undefined ? undefined : 100 - (Math.min(value, top) / top) * 100,
  }));
  return (
    <figure className="mt-3">
      <div
        role="img"
        aria-label={spoken(name, points)}
        className="grid grid-cols-[auto_1fr] gap-x-3"
      >
        <div className="flex h-44 flex-col justify-between text-right text-help text-soft leading-none tabular">
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{scale(value)}</span>
          ))}
        </div>
        <div className="relative my-2 h-40">
          <svg
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            aria-hidden="true"
            className="absolute inset-0 size-full overflow-visible"
          >
            {[0, 50, 100].map((y) => (
              <line key={y} x1="0" x2="100" y1={y} y2={y} className={`${STROKE} stroke-line`} />
            ))}
            {linesOf(placed).map((line) => (
              <polyline
                key={line}
                points={line}
                className={`${STROKE} fill-none stroke-[3px] stroke-call`}
              />
            ))}
          </svg>
          {placed.map(({ id, x, y }) =>
            y === undefined ? null : (
              <span
                key={id}
                className="absolute size-3 -translate-1/2 rounded-full bg-call forced-border"
                style={{ left: `${x}%`, top: `${y}%` }}
              />
            ),
          )}
        </div>
        <div className="col-start-2 flex justify-between text-help text-soft">
          <span>{points[0]?.label}</span>
          <span>{points.at(-1)?.label}</span>
        </div>
      </div>
      <AsTable {...{ name, columns, points }} />
    </figure>
  );
}

const STROKE = '[vector-effect:non-scaling-stroke]';

function AsTable({ name, columns, points }: Pick<TrendPlotProps, 'name' | 'columns' | 'points'>) {
  return (
    <details className="mt-2">
      <summary className="flex min-h-11.5 w-fit cursor-pointer items-center rounded-control px-3 font-semibold hover:bg-sunk">
        As a table
      </summary>
      <table className="mt-1 w-full max-w-150 text-left tabular">
        <caption className="sr-only">{name}</caption>
        <thead className="text-help text-soft">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="py-1.5 pr-4 font-semibold">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-line border-t">
          {points.map(({ id, label, cells }) => (
            <tr key={id}>
              <th scope="row" className="py-2 pr-4 font-normal">
                {label}
              </th>
              {cells.map((cell, at) => (
                <td key={columns[at + 1]} className="py-2 pr-4 font-semibold">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Returns a summary for screen readers: 'Days of use: from January 18, 90%, to March 8, 97%.' */
function spoken(name: string, points: readonly TrendPoint[]): string {
  const known = points.filter(({ value }) => value !== undefined);
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last) return `${name}: nothing measured.`;
  const words = ({ label, cells }: TrendPoint) => `${label}, ${cells[0]}`;
  return first === last
    ? `${name}: ${words(first)}.`
    : `${name}: from ${words(first)}, to ${words(last)}.`;
}

/** Returns one polyline for each run of consecutive points with a value. */
function linesOf(placed: readonly { x: number; y: number | undefined }[]): string[] {
  const lines: string[][] = [[]];
  for (const { x, y } of placed) {
    if (y === undefined) lines.push([]);
    else lines.at(-1)?.push(`${x},${y}`);
  }
  return lines.filter(({ length }) => length > 1).map((line) => line.join(' '));
}
