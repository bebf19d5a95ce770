import { useRef, useState } from 'react';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { localDate } from '#platform/shared/zoned-time.ts';
import { useNow } from '#platform/web/use-now.ts';
import type { LogFilter } from '../queries.ts';
import { AdherenceMonth } from './AdherenceMonth.tsx';
import { AdherenceTrend } from './AdherenceTrend.tsx';
import { LogHistory } from './LogHistory.tsx';

/** Shows the adherence of a month as a matrix and of weeks as a trend, and the log of the doses. */
export function History({ timezone }: { timezone: string }) {
  const now = useNow(MINUTE_MS);
  const today = localDate(now, timezone);
  const [filter, setFilter] = useState<LogFilter>({});
  const log = useRef<HTMLDivElement>(null);
  const openLog = (medicationId: string, date: string) => {
    setFilter({ medicationId, from: date, to: date });
    log.current?.focus();
    log.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <div className="grid grid-cols-1 gap-5.5">
      <AdherenceMonth today={today} onOpen={openLog} />
      <AdherenceTrend today={today} />
      {/* biome-ignore lint/a11y/useSemanticElements: its section is the box inside */}
      <div ref={log} tabIndex={-1} role="group" aria-label="The log">
        <LogHistory now={now} timezone={timezone} filter={filter} onFilter={setFilter} />
      </div>
    </div>
  );
}
