import down from '@phosphor-icons/core/assets/bold/caret-down-bold.svg?raw';
import bell from '@phosphor-icons/core/assets/duotone/bell-ringing-duotone.svg?raw';
import { type ReactNode, useState } from 'react';
import { useElders } from '#features/people/web/queries.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { formatTime } from '#platform/shared/zoned-time.ts';
import { Box } from '#platform/web/ui/Box.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { ListState } from '#platform/web/ui/ListState.tsx';
import { useNow } from '#platform/web/use-now.ts';
import type { UpcomingMedication } from '../../contract.ts';
import { useUpcomingMedications } from '../todays-doses.ts';
import { groupByUrgency } from './dose-groups.ts';
import { ReminderRow } from './ReminderRow.tsx';

/** From this number on, the doses of later today are collapsed. */
const FOLDED_FROM = 2;

/**
 * Lists today's doses: the pending ones, then the later ones (collapsed), then the answered ones.
 */
export function TodaysReminders({ timezone }: { timezone: string }) {
  const query = useUpcomingMedications();
  const now = useNow(MINUTE_MS);
  const doses = query.data ?? [];
  const elders = useElders();
  const [held, setHeld] = useState<ReadonlySet<string>>(new Set());
  const { first, later, answered } = groupByUrgency(doses, now, held);
  const rowOf = (dose: UpcomingMedication) => (
    <ReminderRow
      key={dose.id}
      dose={dose}
      now={now}
      timezone={timezone}
      elders={elders}
      isHeld={held.has(dose.id)}
      onAnswer={(id) => setHeld(new Set([...held, id]))}
    />
  );
  return (
    <Box title="Today’s reminders" icon={bell}>
      <ListState
        query={query}
        isEmpty={doses.length === 0}
        emptyText="No medications scheduled for today"
        errorText="The reminders could not be loaded."
      >
        <div className="@container divide-y divide-line">
          <Doses label="Waiting" rows={first.map(rowOf)} />
          <LaterToday doses={later} timezone={timezone} rows={later.map(rowOf)} />
          <Doses label="Answered" rows={answered.map(rowOf)} />
        </div>
      </ListState>
    </Box>
  );
}

function Doses({ label, rows }: { label: string; rows: ReactNode[] }) {
  if (rows.length === 0) return null;
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {rows}
    </ul>
  );
}

interface LaterTodayProps {
  doses: readonly UpcomingMedication[];
  timezone: string;
  rows: ReactNode[];
}

function LaterToday({ doses, timezone, rows }: LaterTodayProps) {
  const [isOpen, setOpen] = useState(false);
  const open = doses.filter(({ status }) => status === 'pending');
  const [next] = open;
  if (rows.length < FOLDED_FROM) return <Doses label="Later today" rows={rows} />;
  return (
    <div>
      <Button
        variant="quiet"
        className="my-1 -ml-4.5 max-w-[calc(100%+2.25rem)] text-left"
        aria-expanded={isOpen}
        onPress={() => setOpen(!isOpen)}
      >
        <Icon of={down} className={isOpen ? 'rotate-180' : ''} />
        <span>
          {open.length} later today
          {next ? `, next at ${formatTime(new Date(next.scheduledTime), timezone)}` : ''}
        </span>
      </Button>
      {isOpen ? <Doses label="Later today" rows={rows} /> : null}
    </div>
  );
}
