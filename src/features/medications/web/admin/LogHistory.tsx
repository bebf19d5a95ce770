import history from '@phosphor-icons/core/assets/duotone/clock-counter-clockwise-duotone.svg?raw';
import { useState } from 'react';
import { Box } from '#platform/web/ui/Box.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { isFiltered } from '#platform/web/ui/FilterBar.tsx';
import { ListState } from '#platform/web/ui/ListState.tsx';
import type { MedicationLog } from '../../contract.ts';
import { MAX_LOGS } from '../../limits.ts';
import { type LogFilter, useLogHistory, useMedications } from '../queries.ts';
import { LogEntry } from './LogEntry.tsx';
import { LogFilters } from './LogFilters.tsx';
import { logDays } from './log-messages.ts';

/** Number of entries that are added with each press on the button. */
const PAGE = 20;

interface LogHistoryProps {
  now: Date;
  timezone: string;
  filter: LogFilter;
  onFilter: (filter: LogFilter) => void;
}

/** Lists the answers to the doses, newest first, with author and time. */
export function LogHistory({ now, timezone, filter, onFilter }: LogHistoryProps) {
  const [limit, setLimit] = useState(PAGE);
  const query = useLogHistory(filter, limit);
  const logs = query.data ?? [];
  const names = useNames(logs);
  const show = (next: LogFilter) => {
    onFilter(next);
    setLimit(PAGE);
  };
  return (
    <Box title="What was logged" icon={history}>
      <LogFilters filter={filter} names={names} onChange={show} />
      <ListState
        query={query}
        isEmpty={logs.length === 0}
        emptyText={
          isFiltered(filter) ? 'Nothing matches this filter.' : 'Nothing has been logged yet.'
        }
        errorText="The history could not be loaded."
      >
        {logDays(logs, now, timezone).map((day) => (
          <section key={day.date} aria-labelledby={`logged-${day.date}`} className="mt-5">
            <h3 id={`logged-${day.date}`} className="font-bold">
              {day.title}
            </h3>
            <ul className="@container divide-y divide-line">
              {day.logs.map((log) => (
                <LogEntry key={log.id} log={log} timezone={timezone} />
              ))}
            </ul>
          </section>
        ))}
        {logs.length >= limit && limit < MAX_LOGS ? (
          <Button
            variant="outline"
            className="mt-3"
            isPending={query.isPlaceholderData}
            onPress={() => setLimit(Math.min(MAX_LOGS, limit + PAGE))}
          >
            Show more
          </Button>
        ) : null}
      </ListState>
    </Box>
  );
}

/**
 * Returns the names of the medications to choose from, including deleted ones that occurred in an
 * entry.
 */
function useNames(logs: readonly MedicationLog[]): ReadonlyMap<string, string> {
  const medications = useMedications().data ?? [];
  const [seen] = useState(() => new Map<string, string>());
  // The logs are sorted newest first, so the first name found is the latest.
  for (const { medicationId, medication } of logs) {
    if (!seen.has(medicationId)) seen.set(medicationId, medication.name);
  }
  for (const { id, name } of medications) seen.set(id, name);
  return new Map([...seen].sort(([, a], [, b]) => a.localeCompare(b)));
}
