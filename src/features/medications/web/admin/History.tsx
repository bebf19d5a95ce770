import { MINUTE_MS } from '#kit/shared/durations.ts';
import { localDate } from '#kit/shared/zoned-time.ts';
import { useNow } from '#kit/web/use-now.ts';
import { Adherence } from './Adherence.tsx';
import { LogHistory } from './LogHistory.tsx';

/** What became of the doses: as a picture, and entry by entry. */
export function History({ timezone }: { timezone: string }) {
  const now = useNow(MINUTE_MS);
  return (
    <div className="grid gap-5.5">
      <Adherence today={localDate(now, timezone)} />
      <LogHistory now={now} timezone={timezone} />
    </div>
  );
}
