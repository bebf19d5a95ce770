import type { ReactNode } from 'react';
import { DEFAULT_SETTINGS } from '#features/settings/domain/defaults.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { Box } from '#platform/web/ui/Box.tsx';
import { NotLoaded } from '#platform/web/ui/EmptyState.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { useNow } from '#platform/web/use-now.ts';
import type { Analytics } from '../contract.ts';
import { AccountFigures } from './AccountFigures.tsx';
import {
  countMessage,
  fullBarMessage,
  fullBarOf,
  minutesNumber,
  usageShare,
} from './analytics-messages.ts';
import { BarChart } from './BarChart.tsx';
import { useAnalytics } from './queries.ts';
import { RecentActivity } from './RecentActivity.tsx';
import { UseTrend } from './UseTrend.tsx';
import { ViewStats } from './ViewStats.tsx';

/** All analytics, or an explanation if there are none. */
export function AnalyticsFigures() {
  const { used, robust, hasFailed, readAgain } = useAnalytics();
  const { timezone } = useSettings().data ?? DEFAULT_SETTINGS;
  const now = useNow(MINUTE_MS);
  if (used === undefined || robust === undefined) {
    return hasFailed ? (
      <NotLoaded text="The analytics could not be loaded." onRetry={readAgain} />
    ) : (
      <FigureSkeletons />
    );
  }
  return (
    <div className="@container grid grid-cols-1 gap-5.5">
      <ViewStats used={used} />
      <SideBySide>
        <TodaysActivity today={used.today} />
        <Usage used={used} />
      </SideBySide>
      <UseTrend />
      <SideBySide>
        <AccountFigures robust={robust} now={now} timezone={timezone} />
        <RecentActivity recent={used.recentActivity} now={now} timezone={timezone} />
      </SideBySide>
    </div>
  );
}

function SideBySide({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-5.5 @min-[50rem]:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
      {children}
    </div>
  );
}

const SECTION_NAMES = [
  ['watch', 'Watch'],
  ['listen', 'Listen'],
  ['read', 'Read'],
  ['other', 'Other'],
] as const;

function TodaysActivity({ today }: Pick<Analytics, 'today'>) {
  const minutesIn = (section: string) =>
    today.find(({ activity }) => activity === section)?.totalDuration ?? 0;
  const full = fullBarOf(SECTION_NAMES.map(([section]) => minutesIn(section)));
  return (
    <Box title="Today’s activity" action={<span className="text-help text-soft">minutes</span>}>
      <BarChart
        caption="Today’s activity"
        unit="Minutes"
        bars={SECTION_NAMES.map(([section, label]) => ({
          section,
          label,
          share: minutesIn(section) / full,
          value: `${minutesNumber(minutesIn(section))} min`,
        }))}
      />
      <p className="mt-2.5 text-help text-soft">A full bar is {fullBarMessage(full)}.</p>
    </Box>
  );
}

const USES = [
  { section: 'watch', label: 'Videos', one: 'view', count: 'videoViews' },
  { section: 'listen', label: 'Music', one: 'play', count: 'musicViews' },
  { section: 'read', label: 'Reading', one: 'view', count: 'readingViews' },
] as const;

function Usage({ used }: { used: Analytics }) {
  return (
    <Box title="Usage">
      <BarChart
        caption="Usage"
        unit="How often"
        bars={USES.map(({ section, label, one, count }) => ({
          section,
          label,
          share: usageShare(used[count]),
          value: countMessage(used[count], one),
        }))}
      />
      <p className="mt-2.5 text-help text-soft">A full bar is 50 views or more.</p>
    </Box>
  );
}

function FigureSkeletons() {
  return (
    <div role="status" aria-label="Loading" className="@container grid gap-5.5">
      <div className="grid grid-cols-2 gap-4 @min-[58rem]:grid-cols-5">
        {SECTION_NAMES.map(([section]) => (
          <Skeleton key={section} className="h-33" />
        ))}
        <Skeleton className="h-33" />
      </div>
      <SideBySide>
        <Skeleton className="h-60" />
        <Skeleton className="h-60" />
        <Skeleton className="h-80" />
        <Skeleton className="h-80" />
      </SideBySide>
    </div>
  );
}
