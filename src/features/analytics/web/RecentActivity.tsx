import { Box } from '#platform/web/ui/Box.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import type { Analytics } from '../contract.ts';
import { recentMessage, whenMessage } from './analytics-messages.ts';
import { KEY_ICON, SECTION_ICONS } from './section-variants.ts';

interface RecentActivityProps {
  recent: Analytics['recentActivity'];
  now: Date;
  timezone: string;
}

export function RecentActivity({ recent, now, timezone }: RecentActivityProps) {
  return (
    <Box title="Recent activity">
      {recent.length === 0 ? (
        <EmptyState text="No recent activity" />
      ) : (
        <ol aria-label="Recent activity" className="grid gap-1">
          {recent.map((entry) => (
            <li
              key={entry.id}
              className={`key-${entry.activity} flex min-h-9.5 items-center gap-4 py-1`}
            >
              <Icon of={SECTION_ICONS[entry.activity]} className={`text-[1.5rem] ${KEY_ICON}`} />
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                {recentMessage(entry)}
              </span>
              <time dateTime={entry.at} className="tabular whitespace-nowrap text-soft">
                {whenMessage(entry.at, now, timezone)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </Box>
  );
}
