import { formatMonthDay } from '#platform/shared/zoned-time.ts';
import { Box } from '#platform/web/ui/Box.tsx';
import { ListState } from '#platform/web/ui/ListState.tsx';
import { TrendPlot } from '#platform/web/ui/TrendPlot.tsx';
import { fullBarOf, minutesNumber, scaleMessage } from './analytics-messages.ts';
import { useWeeksOfUse } from './queries.ts';

export function UseTrend() {
  const query = useWeeksOfUse();
  const weeks = query.data ?? [];
  const points = weeks.map(({ week, minutes, activeDays }) => ({
    id: week,
    label: formatMonthDay(week),
    value: minutes,
    cells: [`${minutesNumber(minutes)} min`, `${activeDays} of 7`],
  }));
  return (
    <Box title="Week by week">
      <ListState
        query={query}
        isEmpty={weeks.every(({ activeDays }) => activeDays === 0)}
        emptyText="Nothing was used in the last eight weeks."
        errorText="The weeks could not be loaded."
      >
        <TrendPlot
          name="Use of the tablet, week by week"
          columns={['Week from', 'Use', 'Active days']}
          points={points}
          top={fullBarOf(weeks.map(({ minutes }) => minutes))}
          scale={scaleMessage}
        />
      </ListState>
    </Box>
  );
}
