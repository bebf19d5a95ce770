import plus from '@phosphor-icons/core/assets/bold/plus-bold.svg?raw';
import { useState } from 'react';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { localDate, localTime } from '#platform/shared/zoned-time.ts';
import { lazyPart, renderNothing } from '#platform/web/lazy-part.tsx';
import { Box } from '#platform/web/ui/Box.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { ListState } from '#platform/web/ui/ListState.tsx';
import { useNow } from '#platform/web/use-now.ts';
import type { AwayTime } from '../../contract.ts';
import { useAway } from '../away-query.ts';

const AwayDialog = lazyPart(
  async () => (await import('./AwayDialog.tsx')).AwayDialog,
  renderNothing,
);
const AwayLines = lazyPart(async () => (await import('./AwayLines.tsx')).AwayLines, renderNothing);

/** Lists the present and future away periods; without any, a single line. */
export function AwayBox({ timezone }: { timezone: string }) {
  const query = useAway();
  const now = useNow(MINUTE_MS);
  const [open, setOpen] = useState<'new' | AwayTime>();
  const moment = { date: localDate(now, timezone), time: localTime(now, timezone) };
  const all = query.data ?? [];
  return (
    <>
      <Box title="Away" variant="filled">
        <ListState
          query={query}
          isEmpty={all.length === 0}
          emptyText="Hospital or holiday: nothing rings, is missed or counts."
          errorText="Times away could not be loaded."
        >
          <AwayLines all={all} moment={moment} onChange={setOpen} />
        </ListState>
        {query.isSuccess ? (
          <Button variant="quiet" icon={plus} className="mt-2" onPress={() => setOpen('new')}>
            Plan a time away
          </Button>
        ) : null}
      </Box>
      {open === undefined ? null : (
        <AwayDialog
          {...(open === 'new' ? {} : { period: open })}
          beginning={{ at: now, timezone }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
