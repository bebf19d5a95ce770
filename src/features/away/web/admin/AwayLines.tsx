import house from '@phosphor-icons/core/assets/bold/house-bold.svg?raw';
import pencil from '@phosphor-icons/core/assets/bold/pencil-simple-bold.svg?raw';
import trash from '@phosphor-icons/core/assets/bold/trash-bold.svg?raw';
import { awayAt, endOf } from '#features/medications/domain/away.ts';
import { useElders } from '#features/people/web/queries.ts';
import { ActionButton } from '#platform/web/forms/ActionButton.tsx';
import { attempt } from '#platform/web/forms/attempt.ts';
import { OwnerBadge } from '#platform/web/ui/ForWhom.tsx';
import { RowButton } from '#platform/web/ui/RowButton.tsx';
import type { AwayTime } from '../../contract.ts';
import { fromUntil } from '../../domain/period-messages.ts';
import { useAddAway, useChangeAway, useRemoveAway } from '../queries.ts';

/** Maximum number of past periods that are shown; the latest ones. */
const SHOWN_OVER = 3;

interface AwayLinesProps {
  /** All away periods, the latest first. */
  all: readonly AwayTime[];
  moment: { readonly date: string; readonly time: string };
  onChange: (period: AwayTime) => void;
}

/** Lists the present and future periods, the next one first, and a few past ones. */
export function AwayLines({ all, moment, onChange }: AwayLinesProps) {
  const isOver = (each: AwayTime) => endOf(each) <= `${moment.date} ${moment.time}`;
  const coming = all.filter((each) => !isOver(each)).reverse();
  const over = all.filter(isOver).slice(0, SHOWN_OVER);
  return (
    <ul className="grid gap-3">
      {[...coming, ...over].map((each) => (
        <Line
          key={each.id}
          period={each}
          moment={moment}
          isOver={isOver(each)}
          onChange={() => onChange(each)}
        />
      ))}
    </ul>
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
        <OwnerBadge id={period.userId} people={elders} />
      </p>
      <p className="text-help text-soft">{words}</p>
      {period.note === '' ? null : (
        <p className="text-help text-soft wrap-anywhere">{period.note}</p>
      )}
      <div className="flex flex-wrap gap-x-2">
        {isNow ? <Back period={period} moment={moment} /> : null}
        <RowButton icon={pencil} word="Change" of={`the time away: ${words}`} onPress={onChange} />
        <Delete period={period} words={words} />
      </div>
    </li>
  );
}

function whenAway(isNow: boolean, isOver: boolean): string {
  if (isNow) return 'Away now';
  return isOver ? 'Was away' : 'Will be away';
}

/** A button that ends the away period now: doses ring again from this minute on. */
function Back({ period, moment }: Pick<LineProps, 'period' | 'moment'>) {
  const change = useChangeAway();
  const { id, version } = period;
  return (
    <ActionButton
      variant="quiet"
      icon={house}
      call={() =>
        change.mutateAsync({
          params: { id },
          body: { version, endDate: moment.date, endTime: moment.time },
        })
      }
      success={{ title: 'Back', text: 'From now on doses ring again.' }}
      failure="It could not be changed."
    >
      Back now
    </ActionButton>
  );
}

function Delete({ period, words }: { period: AwayTime; words: string }) {
  const remove = useRemoveAway();
  const add = useAddAway();
  const putBack = () => {
    const { id: _, version: __, ...content } = period;
    void attempt(() => add.mutateAsync({ body: content }), {
      success: { title: 'Put back', text: `Away: ${words}.` },
      failure: 'It could not be put back.',
    });
  };
  return (
    <ActionButton
      variant="danger-quiet"
      icon={trash}
      aria-label={`Delete the time away: ${words}`}
      call={() => remove.mutateAsync({ params: { id: period.id } })}
      success={{ title: 'Deleted', about: words, action: { label: 'Undo', onPress: putBack } }}
      failure="It could not be deleted."
    >
      Delete
    </ActionButton>
  );
}
