import down from '@phosphor-icons/core/assets/bold/arrow-down-bold.svg?raw';
import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import { useEffect, useId, useRef, useState } from 'react';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { formatTime } from '#platform/shared/zoned-time.ts';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { MessageStrip } from '#platform/web/ui/MessageStrip.tsx';
import { Spinner } from '#platform/web/ui/Spinner.tsx';
import type { LogStatus, UpcomingMedication } from '../../contract.ts';
import { answerMessage } from '../../domain/answer-messages.ts';
import { keyOf } from '../reminder-machine.ts';
import { DoseGroupCard } from './DoseGroupCard.tsx';
import { ReminderDialog, type Ringing } from './ReminderDialog.tsx';
import { useFitText } from './use-fit-text.ts';
import type { Answering, GroupShown } from './use-reminders.ts';
import { useUnseenNames } from './use-unseen-names.ts';
import './dose-answers.css';
import './dose-group.css';

/**
 * The pop-up closes this long after the last answer or touch, so that the last answer can be seen
 * and undone.
 */
const LINGERS_MS = 4 * SECOND_MS;

interface DoseGroupProps extends Ringing {
  group: GroupShown;
  answering: Answering | undefined;
  onAnswer: (items: readonly UpcomingMedication[], status: LogStatus) => void;
  onOneByOne: () => void;
}

/**
 * Shows several doses of one minute as one reminder: a card for each, which a press marks as taken,
 * and a button that takes all remaining ones. The pop-up closes a moment after the last answer.
 */
export function DoseGroup(props: DoseGroupProps) {
  const { group, timezone, answering, onAnswer, onClose } = props;
  const { items, isAllAnswered } = group;
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const open = items.filter(({ status }) => status === 'pending');
  const content = items.map(keyOf).join();
  const { step, showMore } = useFitText(list, content);
  const unseen = useUnseenNames(list, content);
  const lingering = useLinger(isAllAnswered && answering === undefined, onClose);
  // Each answer is read aloud once by a live region; on the screen it is visible on its card.
  const saidLast = useLastAnswered(items);
  const [first] = items;
  if (first === undefined) return null;
  const scheduledTime = new Date(first.scheduledTime);
  const time = timezone && `${formatTime(scheduledTime, timezone)}, `;
  return (
    <ReminderDialog
      {...props}
      scheduledTime={scheduledTime}
      isBusy={answering !== undefined}
      isAllAnswered={isAllAnswered}
      describedBy={`${id}title`}
    >
      <div className="dose-group-head">
        <h3 id={`${id}title`}>{`${time ?? ''}${items.length} medications`}</h3>
        <p>{hintOf(items, open, step)}</p>
      </div>
      <ul ref={list} className="dose-group" {...lingering}>
        {items.map((item) => (
          <DoseGroupCard
            key={keyOf(item)}
            item={item}
            timezone={timezone}
            isUnderWay={answering?.items.some((other) => keyOf(other) === keyOf(item)) === true}
            isBusy={answering !== undefined}
            onTaken={() => onAnswer([item], 'taken')}
            onUndo={() => onAnswer([item], 'pending')}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {saidLast && answerMessage([saidLast], saidLast.status, timezone)}
      </p>
      {isAllAnswered ? (
        // This strip is as high as the buttons that it replaces, so that the layout does not shift.
        <div className="flex min-h-29 flex-none flex-col tablet:min-h-43 short:col-[2]! short:row-[3/6]">
          <MessageStrip place="dialog" />
          <p className="flex flex-1 items-center justify-center gap-5 px-5 py-2 font-[740] text-[2.5rem] text-listen-deep short:flex-col short:p-3 short:text-center short:text-[1.75rem]">
            <Icon of={check} />
            {summaryOf(items)}
          </p>
        </div>
      ) : (
        <>
          <MessageStrip place="dialog" />
          <Answers {...props} {...{ open, unseen }} onShowMore={showMore} />
        </>
      )}
    </ReminderDialog>
  );
}

interface AnswersProps extends DoseGroupProps {
  open: readonly UpcomingMedication[];
  /** The number of names that were not visible yet. */
  unseen: number;
  onShowMore: () => void;
}

/** Until all names have been visible, a button that scrolls to the rest replaces "All taken". */
function Answers({ group, answering, open, unseen, onShowMore, ...props }: AnswersProps) {
  const isBusy = answering !== undefined || undefined;
  const isFirst = open.length === group.items.length;
  return (
    <div className="dose-answers dose-group-answers mirrors">
      {unseen > 0 ? (
        <button key="names" type="button" className="dose-taken dose-names" onClick={onShowMore}>
          <Icon of={down} />
          <span>{`See the other ${unseen}`}</span>
        </button>
      ) : (
        <button
          key="all"
          type="button"
          className="dose-taken"
          aria-busy={isBusy}
          aria-disabled={isBusy}
          onClick={() => props.onAnswer(open, 'taken')}
        >
          {answering ? <Spinner /> : <Icon of={check} />}
          <span>{isFirst ? 'All taken' : `Other ${open.length} taken`}</span>
        </button>
      )}
      <button type="button" className="dose-other" onClick={props.onOneByOne}>
        One by one
      </button>
    </div>
  );
}

/** From this step of `useFitText` on, the instructions are hidden; see `dose-group.css`. */
const FIRST_STEP_WITHOUT_INSTRUCTIONS = 3;

/** Returns the text next to the title: the number of answers, or where to find the instructions. */
function hintOf(
  items: readonly UpcomingMedication[],
  open: readonly UpcomingMedication[],
  step: number,
): string {
  const answered = items.length - open.length;
  if (answered > 0) return `${answered} of ${items.length} answered`;
  const areLeftOut = step >= FIRST_STEP_WITHOUT_INSTRUCTIONS;
  const hasAny = items.some(({ medication }) => medication.instructions !== '');
  return areLeftOut && hasAny ? 'How to take them: One by one' : '';
}

function summaryOf(items: readonly UpcomingMedication[]): string {
  const areTaken = items.every(({ status }) => status === 'taken');
  return `All ${items.length} ${areTaken ? 'taken' : 'answered'}`;
}

/** Returns the dose of the latest answer or undo since the pop-up opened. */
function useLastAnswered(items: readonly UpcomingMedication[]): UpcomingMedication | undefined {
  const [seen, setSeen] = useState({ items, last: undefined as UpcomingMedication | undefined });
  if (seen.items === items) return seen.last;
  const before = new Map(seen.items.map((item) => [keyOf(item), item.status]));
  const changed = items.findLast((item) => {
    const status = before.get(keyOf(item));
    return status !== undefined && status !== item.status;
  });
  const last = changed ?? seen.last;
  setSeen({ items, last });
  return last;
}

/**
 * Calls `onEnd` when the element was not touched for `LINGERS_MS`. Returns the event handlers for
 * that element.
 */
function useLinger(isLingering: boolean, onEnd: () => void) {
  const latest = useRef(onEnd);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = onEnd;
  });
  const begin = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(), LINGERS_MS);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins with the last answer
  useEffect(() => {
    if (!isLingering) return;
    begin();
    return () => clearTimeout(timer.current);
  }, [isLingering]);
  const again = () => {
    if (isLingering) begin();
  };
  return { onPointerDown: again, onKeyDown: again, onScroll: again };
}
