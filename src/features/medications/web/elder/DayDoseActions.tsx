import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import { useRef, useState } from 'react';
import { TouchButton } from '#platform/web/ui/TouchButton.tsx';
import type { LogStatus, UpcomingMedication } from '../../contract.ts';
import type { DayDose } from '../../domain/day-list.ts';
import { keyOf } from '../reminder-machine.ts';
import { TakenAlready } from './TakenAlready.tsx';
import { useTakenBefore } from './taken-before.ts';
import { useFocusOfRow } from './use-focus-of-row.ts';
import { useUndoTime } from './use-undo-time.ts';

export type DayAnswer = (item: UpcomingMedication, answer: LogStatus) => Promise<unknown>;

interface DayDoseActionsProps {
  dose: DayDose;
  now: Date;
  /** If undefined, no times are shown. */
  timezone: string | undefined;
  /** True while the person changes an existing answer. */
  isChanged: boolean;
  /** True if the dose is overdue: no button is highlighted then. */
  isOverdue: boolean;
  /** Snoozes the reminder; undefined if that is not possible. */
  snooze?: { readonly label: string; readonly onPress: () => void } | undefined;
  /** True in the plain row of a later dose, where the buttons are placed after the text. */
  isInRow: boolean;
  /** Resolves when the answer is stored or logged, or after a failure has been shown. */
  onAnswer: DayAnswer;
}

/**
 * Shows Taken and Skip, then Undo, then Change in one row of constant height, so that nothing below
 * moves.
 */
export function DayDoseActions(props: DayDoseActionsProps) {
  const { dose, now, timezone, onAnswer } = props;
  const { item, urgency } = dose;
  const [posting, setPosting] = useState<LogStatus>();
  const [isChanging, setChanging] = useState(props.isChanged);
  const [isAsking, setAsking] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const undo = useUndoTime(() => focus.goOn());
  const isAnswered = urgency === 'done' && !isChanging;
  // An answer that had been logged before this press must not be undone with one press.
  const wasBefore = useTakenBefore().some(({ press }) => keyOf(press) === keyOf(item));
  const isUndo = undo.isOpen && !wasBefore;
  const kind = isUndo ? 'Undo' : 'Change';
  const focus = useFocusOfRow(row, isAnswered ? kind : `answers ${isChanging}`);
  const answer = async (status: LogStatus) => {
    focus.pressed();
    setAsking(false);
    setPosting(status);
    if (status !== 'pending') undo.begin();
    await onAnswer(item, status);
    setPosting(undefined);
    setChanging(false);
    if (status === 'pending') undo.end();
  };
  const parts = { name: item.medication.name, posting, isInRow: props.isInRow };
  if (isAnswered) {
    const change = () => {
      focus.pressed();
      setChanging(true);
    };
    return (
      <ActionRow ref={row}>
        <TouchButton
          // A different key mounts a new button, so that a press that began on Undo cannot trigger
          // Change.
          key={kind}
          size={sizeOf(parts)}
          variant="outline"
          aria-label={`${kind}: ${parts.name}`}
          isBusy={posting === 'pending'}
          className="max-w-80 px-3!"
          onPress={isUndo ? () => void answer('pending') : change}
        >
          {kind}
        </TouchButton>
      </ActionRow>
    );
  }
  const isFar = urgency === 'later';
  return (
    <>
      <ActionRow ref={row} isAnswers>
        <AnswerButton
          {...parts}
          status="taken"
          variant={isFar || isChanging || props.isOverdue ? 'outline' : 'success'}
          onPress={() => (isFar ? setAsking(true) : void answer('taken'))}
        />
        <AnswerButton {...parts} status="skipped" onPress={() => void answer('skipped')} />
        {isChanging && (
          <AnswerButton {...parts} status="pending" onPress={() => void answer('pending')} />
        )}
        <SnoozeButton {...parts} snooze={props.snooze} />
      </ActionRow>
      {isAsking && (
        <TakenAlready
          items={[item]}
          now={now}
          timezone={timezone}
          onKeep={() => setAsking(false)}
          onConfirm={() => void answer('taken')}
        />
      )}
    </>
  );
}

const LABELS: Record<'taken' | 'skipped' | 'pending', string> = {
  taken: 'Taken',
  skipped: 'Skip',
  pending: 'Not answered',
};

interface ButtonParts {
  name: string;
  posting: LogStatus | undefined;
  isInRow: boolean;
}

const sizeOf = ({ isInRow }: ButtonParts) => (isInRow ? 'bar' : 'card');

interface AnswerButtonProps extends ButtonParts {
  status: keyof typeof LABELS;
  variant?: 'success' | 'outline';
  onPress: () => void;
}

function AnswerButton({ status, variant = 'outline', onPress, ...parts }: AnswerButtonProps) {
  const { name, posting } = parts;
  return (
    <TouchButton
      size={sizeOf(parts)}
      variant={variant}
      {...(status === 'taken' && !parts.isInRow ? { icon: check } : {})}
      aria-label={`${LABELS[status]}: ${name}`}
      isBusy={posting === status}
      isDisabled={posting !== undefined && posting !== status}
      className="px-3!"
      onPress={onPress}
    >
      {LABELS[status]}
    </TouchButton>
  );
}

function SnoozeButton({ snooze, ...parts }: ButtonParts & Pick<DayDoseActionsProps, 'snooze'>) {
  if (snooze === undefined) return null;
  return (
    <TouchButton
      size={sizeOf(parts)}
      variant="outline"
      aria-label={`${snooze.label}: ${parts.name}`}
      isDisabled={parts.posting !== undefined}
      className="px-3!"
      onPress={snooze.onPress}
    >
      {snooze.label}
    </TouchButton>
  );
}

interface ActionRowProps {
  ref: React.Ref<HTMLDivElement>;
  /** True if the first button is Taken. */
  isAnswers?: boolean;
  children: React.ReactNode;
}

function ActionRow(props: ActionRowProps) {
  return (
    <div
      ref={props.ref}
      data-answers={props.isAnswers}
      className="mirrors flex flex-wrap gap-4 *:flex-1 *:first:flex-[1.5]"
    >
      {props.children}
    </div>
  );
}
