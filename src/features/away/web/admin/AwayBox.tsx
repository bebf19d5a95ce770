import house from '@phosphor-icons/core/assets/bold/house-bold.svg?raw';
import pencil from '@phosphor-icons/core/assets/bold/pencil-simple-bold.svg?raw';
import plus from '@phosphor-icons/core/assets/bold/plus-bold.svg?raw';
import trash from '@phosphor-icons/core/assets/bold/trash-bold.svg?raw';
import { useState } from 'react';
import { awayAt, endOf } from '#features/medications/away.ts';
import { useElders } from '#features/people/web/queries.ts';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import { localDate, localTime } from '#kit/shared/zoned-time.ts';
import { attempt } from '#kit/web/forms/attempt.ts';
import { useAction } from '#kit/web/forms/use-action.ts';
import { lazyPart, nothing } from '#kit/web/lazy-part.tsx';
import { Box } from '#kit/web/ui/Box.tsx';
import { Button } from '#kit/web/ui/Button.tsx';
import { Whose } from '#kit/web/ui/ForWhom.tsx';
import { ListState } from '#kit/web/ui/ListState.tsx';
import { useNow } from '#kit/web/use-now.ts';
import { fromUntil } from '../../away-messages.ts';
import type { AwayTime } from '../../contract.ts';
import { useAddAway, useAway, useChangeAway, useRemoveAway } from '../queries.ts';

const AwayDialog = lazyPart(async () => (await import('./AwayDialog.tsx')).AwayDialog, nothing);

/** Times away that are over: so many, the latest. */
const SHOWN_OVER = 3;

/** When somebody is away, now and later; who uses it not sees one line. */
export function AwayBox({ timezone }: { timezone: string }) {
  const query = useAway();
  const now = useNow(MINUTE_MS);
  const [open, setOpen] = useState<'new' | AwayTime>();
  const moment = { date: localDate(now, timezone), time: localTime(now, timezone) };
  const isOver = (each: AwayTime) => endOf(each) <= `${moment.date} ${moment.time}`;
  const all = query.data ?? [];
  const coming = all.filter((each) => !isOver(each)).reverse();
  const over = all.filter(isOver).slice(0, SHOWN_OVER);
  const add = (
    <Button variant="quiet" icon={plus} onPress={() => setOpen('new')}>
      {coming.length === 0 ? 'Plan a time away' : 'Plan another one'}
    </Button>
  );
  return (
    <>
      <Box title="Away" variant="filled">
        <ListState
          query={query}
          isEmpty={all.length === 0}
          emptyText="Hospital or holiday: nothing rings, is missed or counts."
          errorText="Times away could not be loaded."
        >
          <ul className="grid gap-3">
            {[...coming, ...over].map((each) => (
              <Line
                key={each.id}
                period={each}
                moment={moment}
                isOver={isOver(each)}
                onChange={() => setOpen(each)}
              />
            ))}
          </ul>
        </ListState>
        <div className="mt-2">{query.isSuccess ? add : null}</div>
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

interface LineProps {
  period: AwayTime;
  moment: { readonly date: string; readonly time: string };
  isOver: boolean;
  onChange: () => void;
}

function Line({ period, moment, isOver, onChange }: LineProps) {
  const elders = useElders();
  const isNow = awayAt([period], moment) !== undefined;
  const words = fromUntil(period);
  return (
    <li className="grid gap-1 rounded-control border border-line bg-surface px-4 py-3">
      <p className="flex flex-wrap items-center gap-2">
        <strong className="font-semibold">{whenAway(isNow, isOver)}</strong>
        <Whose id={period.userId} people={elders} />
      </p>
      <p className="text-help text-soft">{words}</p>
      {period.note === '' ? null : (
        <p className="text-help text-soft wrap-anywhere">{period.note}</p>
      )}
      <div className="flex flex-wrap gap-x-2">
        {isNow ? <Back period={period} moment={moment} /> : null}
        <Button
          variant="quiet"
          icon={pencil}
          aria-label={`Change the time away: ${words}`}
          onPress={onChange}
        >
          Change
        </Button>
        <Delete period={period} words={words} />
      </div>
    </li>
  );
}

function whenAway(isNow: boolean, isOver: boolean): string {
  if (isNow) return 'Away now';
  return isOver ? 'Was away' : 'Will be away';
}

/** They are back now: what comes from this minute on rings again. */
function Back({ period, moment }: Pick<LineProps, 'period' | 'moment'>) {
  const change = useChangeAway();
  const { run, isPending } = useAction({
    call: () => {
      const { id, version } = period;
      return change.mutateAsync({ id, version, endDate: moment.date, endTime: moment.time });
    },
    success: { title: 'Back', text: 'From now on doses ring again.' },
    failure: 'It could not be changed.',
  });
  return (
    <Button variant="quiet" icon={house} isPending={isPending} onPress={() => run()}>
      Back now
    </Button>
  );
}

function Delete({ period, words }: { period: AwayTime; words: string }) {
  const remove = useRemoveAway();
  const add = useAddAway();
  const { run, isPending } = useAction({
    call: () => remove.mutateAsync(period.id),
    success: {
      title: 'Deleted',
      about: words,
      action: {
        label: 'Undo',
        onPress: () => {
          const { id: _, version: __, ...content } = period;
          void attempt(() => add.mutateAsync(content), {
            success: { title: 'Put back', text: `Away: ${words}.` },
            failure: 'It could not be put back.',
          });
        },
      },
    },
    failure: 'It could not be deleted.',
  });
  return (
    <Button
      variant="danger-quiet"
      icon={trash}
      isPending={isPending}
      aria-label={`Delete the time away: ${words}`}
      onPress={() => run()}
    >
      Delete
    </Button>
  );
}
