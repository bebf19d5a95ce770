import { datesBetween } from '#platform/shared/wall-time.ts';
import { formatMonthDay } from '#platform/shared/zoned-time.ts';
import { figureMessage, KIND_NAMES } from '../../domain/measure-messages.ts';
import type { Summary } from '../../domain/summaries.ts';
import { type Days, type Place, type PlottedValue, placesOf, scaleFor } from './plot.ts';

interface MeasurePlotProps {
  summary: Summary<PlottedValue>;
  days: Days;
  /** Percentage of taken doses, by local date, for the same days. */
  taken?: ReadonlyMap<string, number>;
  /** If true, the plot is small and black, for a printed page. */
  isSmall?: boolean;
}

const STROKE = '[vector-effect:non-scaling-stroke]';

/**
 * A plot of values, and below it the percentage of taken doses per day. The second number of a
 * blood pressure is a dashed line with squares, so that the plot does not depend on color.
 */
export function MeasurePlot({ summary, days, taken, isSmall = false }: MeasurePlotProps) {
  const scale = scaleFor(summary.kind, summary.values);
  const places = placesOf(summary.values, scale, days);
  const ink = isSmall ? 'ink' : 'call';
  return (
    <div
      role="img"
      aria-label={spoken(summary)}
      className={`grid grid-cols-[auto_1fr] gap-x-3 ${isSmall ? '' : 'mt-3'}`}
    >
      <div
        className={`flex flex-col justify-between text-right leading-none tabular ${isSmall ? 'h-22 print:h-20' : 'h-44 text-help text-soft'}`}
      >
        {scale.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </div>
      <div className={`relative my-2 ${isSmall ? 'h-18 print:h-16' : 'h-40'}`}>
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="absolute inset-0 size-full overflow-visible"
        >
          {scale.map((line, at) => {
            const y = (100 * at) / (scale.length - 1);
            return (
              <line key={line} x1="0" x2="100" y1={y} y2={y} className={`${STROKE} stroke-line`} />
            );
          })}
          <Line places={places} of="first" ink={ink} />
          <Line places={places} of="second" ink={ink} />
        </svg>
        <Marks places={places} of="first" ink={ink} isSmall={isSmall} />
        <Marks places={places} of="second" ink={ink} isSmall={isSmall} />
      </div>
      {taken && taken.size > 0 ? <TakenByDay days={days} taken={taken} /> : null}
      <div className={`col-start-2 flex justify-between ${isSmall ? '' : 'text-help text-soft'}`}>
        <span>{formatMonthDay(days.from)}</span>
        <span>{formatMonthDay(days.to)}</span>
      </div>
    </div>
  );
}

interface SeriesProps {
  places: readonly Place[];
  of: 'first' | 'second';
  ink: 'ink' | 'call';
}

function Line({ places, of, ink }: SeriesProps) {
  const points = places.flatMap((place) => {
    const y = place[of];
    return y === null ? [] : [`${place.x},${y}`];
  });
  if (points.length < 2) return null;
  const dash = of === 'second' ? '[stroke-dasharray:5_4]' : '';
  return (
    <polyline
      points={points.join(' ')}
      className={`${STROKE} fill-none stroke-2 ${ink === 'ink' ? 'stroke-ink' : 'stroke-call'} ${dash}`}
    />
  );
}

function Marks({ places, of, ink, isSmall }: SeriesProps & { isSmall: boolean }) {
  const size = isSmall ? 'size-1.5' : 'size-2.5';
  const colour = ink === 'ink' ? 'bg-ink' : 'bg-call';
  const shape = of === 'second' ? '' : 'rounded-full';
  return places.map((place) => {
    const y = place[of];
    return y === null ? null : (
      <span
        key={place.id}
        className={`forced-border absolute -translate-1/2 [print-color-adjust:exact] ${size} ${colour} ${shape}`}
        style={{ left: `${place.x}%`, top: `${y}%` }}
      />
    );
  });
}

/** Bars with the percentage of taken doses per day. */
function TakenByDay({ days, taken }: { days: Days; taken: ReadonlyMap<string, number> }) {
  return (
    <>
      <span className="self-end text-right text-help text-soft leading-none">Doses taken</span>
      <div className="mb-1.5 flex h-10 items-end gap-px border-line border-b">
        {datesBetween(days.from, days.to).map((date) => {
          const percent = taken.get(date);
          return (
            <span
              key={date}
              className="forced-border min-w-0 flex-1 bg-line-strong"
              style={{ height: percent === undefined ? 0 : `${Math.max(percent, 4)}%` }}
            />
          );
        })}
      </div>
    </>
  );
}

/** 'Blood pressure: 12 values, lowest 117/70 mm Hg, highest 142/88 mm Hg, last 128/79 mm Hg.' */
function spoken({ kind, count, lowest, highest, last }: Summary): string {
  const values = count === 1 ? '1 value' : `${count} values`;
  const [low, high, now] = [lowest, highest, last].map(figureMessage);
  return `${KIND_NAMES[kind]}: ${values}, lowest ${low}, highest ${high}, last ${now}.`;
}
