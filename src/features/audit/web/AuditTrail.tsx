import history from '@phosphor-icons/core/assets/duotone/clock-counter-clockwise-duotone.svg?raw';
import { useState } from 'react';
import { momentMessage } from '#platform/shared/moments.ts';
import { Box } from '#platform/web/ui/Box.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { isFiltered } from '#platform/web/ui/FilterBar.tsx';
import { ListState } from '#platform/web/ui/ListState.tsx';
import type { AuditEntry } from '../contract.ts';
import { ACTION_WORDS } from '../domain/actions.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { sourceMessage } from './audit-messages.ts';
import { type AuditFilter, useAuditTrail } from './queries.ts';

export function AuditTrail({ timezone }: { timezone: string }) {
  const [filter, setFilter] = useState<AuditFilter>({});
  const query = useAuditTrail(filter);
  const entries = query.data?.pages.flat() ?? [];
  return (
    <Box title="Audit trail" icon={history}>
      <p className="text-soft">Who did what, when, and from where.</p>
      <AuditFilters filter={filter} onChange={setFilter} />
      <ListState
        query={query}
        isEmpty={entries.length === 0}
        emptyText={
          isFiltered(filter) ? 'Nothing matches this filter.' : 'Nothing has been noted yet.'
        }
        errorText="The audit trail could not be loaded."
      >
        <ol className="divide-y divide-line" aria-label="What happened, newest first">
          {entries.map((entry) => (
            <AuditRow key={entry.id} entry={entry} timezone={timezone} />
          ))}
        </ol>
        {query.hasNextPage ? (
          <Button
            variant="outline"
            className="mt-3"
            isPending={query.isFetchingNextPage}
            onPress={() => void query.fetchNextPage()}
          >
            Show more
          </Button>
        ) : null}
      </ListState>
    </Box>
  );
}

function AuditRow({ entry, timezone }: { entry: AuditEntry; timezone: string }) {
  return (
    <li className="grid gap-x-6 gap-y-0.5 py-3 tablet:grid-cols-[12.5rem_minmax(0,1fr)]">
      <time dateTime={entry.at} className="tabular text-soft">
        {momentMessage(new Date(entry.at), timezone)}
      </time>
      <div>
        <p>
          <strong className="font-semibold">{ACTION_WORDS[entry.action]}</strong>
          {entry.subject ? ` ${entry.subject}` : ''}
        </p>
        <p className="text-help text-soft [overflow-wrap:anywhere]">{sourceMessage(entry)}</p>
      </div>
    </li>
  );
}
