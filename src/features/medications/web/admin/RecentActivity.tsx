import { MINUTE_MS } from '#platform/shared/durations.ts';
import { Box } from '#platform/web/ui/Box.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { ListState } from '#platform/web/ui/ListState.tsx';
import { useNow } from '#platform/web/use-now.ts';
import { useMedicationLogs } from '../queries.ts';
import { logLook } from './LogBadge.tsx';
import { activityMessage } from './medication-messages.ts';

const SHOWN = 10;

const TONES = {
  good: 'bg-listen-tint text-listen-deep',
  plain: 'bg-myday-tint text-myday-deep',
  late: 'bg-late-tint text-late',
};

/** Lists the latest taken, skipped and missed doses, newest first. */
export function RecentActivity({ timezone }: { timezone: string }) {
  const query = useMedicationLogs(SHOWN);
  const logs = query.data ?? [];
  const now = useNow(MINUTE_MS);
  return (
    <Box title="Recent activity" variant="filled">
      <ListState
        query={query}
        isEmpty={logs.length === 0}
        emptyText="No recent activity"
        errorText="The recent activity could not be loaded."
      >
        <ul className="grid gap-4 pt-1">
          {logs.map((log) => {
            const look = logLook(log.status);
            return (
              <li key={log.id} className="flex items-center gap-3.5">
                <span
                  className={`grid size-8.5 flex-none place-items-center rounded-badge text-[1.05rem] ${TONES[look.tone]}`}
                >
                  <Icon of={look.icon} />
                </span>
                <p className="min-w-0">
                  <span className="block font-semibold">{log.medication.name}</span>
                  <span className="block text-help text-soft">
                    {activityMessage(log, now, timezone)}
                  </span>
                </p>
              </li>
            );
          })}
        </ul>
      </ListState>
    </Box>
  );
}
