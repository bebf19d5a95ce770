import trend from '@phosphor-icons/core/assets/duotone/chart-line-duotone.svg?raw';
import { weeksUntil } from '#platform/shared/weeks.ts';
import { formatMonthDay } from '#platform/shared/zoned-time.ts';
import { Box } from '#platform/web/ui/Box.tsx';
import { ListState } from '#platform/web/ui/ListState.tsx';
import { TrendPlot } from '#platform/web/ui/TrendPlot.tsx';
import { useAdherence } from '../queries.ts';
import { byWeek, percentOf, totalMessage } from './adherence-days.ts';

/** Number of weeks in the trend, including the present one. */
const WEEKS_SHOWN = 8;

/** Shows the percentage of taken doses of all medications in the last weeks. */
export function AdherenceTrend({ today }: { today: string }) {
  const weeks = weeksUntil(today, WEEKS_SHOWN);
  const query = useAdherence(weeks[0] ?? today, today);
  const days = query.data ?? [];
  const points = byWeek(days, weeks).map(({ week, total }) => ({
    id: week,
    label: formatMonthDay(week),
    value: percentOf(total),
    cells: [percentWords(percentOf(total)), totalMessage(total)],
  }));
  return (
    <Box title="Week by week" icon={trend}>
      <ListState
        query={query}
        isEmpty={days.length === 0}
        emptyText={`No doses were due in these ${weeks.length} weeks.`}
        errorText="The weeks could not be loaded."
      >
        <TrendPlot
          name="Doses taken, week by week"
          columns={['Week from', 'Taken', 'Doses']}
          points={points}
          top={100}
          scale={(value) => `${value}%`}
        />
      </ListState>
    </Box>
  );
}

function percentWords(percent: number | undefined): string {
  return percent === undefined ? 'Nothing yet' : `${percent}%`;
}
