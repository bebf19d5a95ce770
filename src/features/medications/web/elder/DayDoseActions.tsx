import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import { useEffect, useRef, useState } from 'react';
import { TouchButton } from '#kit/web/ui/TouchButton.tsx';
import type { LogStatus, UpcomingMedication } from '../../contract.ts';
import type { DayDose } from '../../day-list.ts';
import { TakenAlready } from './TakenAlready.tsx';

/** What was said here a moment ago is taken back with one press for so long. */
const UNDO_MS = 30_000;

export type DayAnswer = (item: UpcomingMedication, answer: LogStatus) => Promise<unknown>;

interface DayDoseActionsProps {
  dose: DayDose;
  now: Date;
  /** Without it no time is said. */
  timezone: string | undefined;
  /** It has an answer that is to be another one. */
  isChanged: boolean;
  /** Beside the words of a row, which is quiet. */
  isInRow: boolean;
  /** Resolves when it is kept or logged, or when that has failed and was said. */
  onAnswer: DayAnswer;
}

/** Taken and Skip, then Undo, then Change, all in one row, so that nothing below ever moves. */
export function DayDoseActions(props: DayDoseActionsProps) {
  const { dose, now, timezone, onAnswer } = props;
  const { item, urgency } = dose;
  const [posting, setPosting] = useState<LogStatus>();
  const [isChanging, setChanging] = useState(props.isChanged);
  const [isAsking, setAsking] = useState(false);
  const undo = useUndoTime();
  const answer = async (status: LogStatus) => {
    setAsking(false);
    setPosting(status);
    await onAnswer(item, status);
    setPosting(undefined);
    setChanging(false);
    if (status === 'pending') undo.end();
    else undo.begin();
  };
  const parts = { name: item.medication.name, posting, isInRow: props.isInRow };
  if (urgency === 'done' && !isChanging) {
    return undo.isOpen ? (
      <UndoRow {...parts} onUndo={() => void answer('pending')} />
    ) : (
      <ActionRow>
        <TouchButton
          size={sizeOf(parts)}
          variant="outline"
          aria-label={`Change: ${parts.name}`}
          className="max-w-80 px-3!"
          onPress={() => setChanging(true)}
        >
          Change
        </TouchButton>
      </ActionRow>
    );
  }
  const isFar = urgency === 'later';
  return (
    <>
      <ActionRow>
        <AnswerButton
          {...parts}
          status="taken"
          variant={isFar || isChanging ? 'outline' : 'success'}
          onPress={() => (isFar ? setAsking(true) : void answer('taken'))}
        />
        <AnswerButton {...parts} status="skipped" onPress={() => void answer('skipped')} />
        {isChanging && (
          <AnswerButton {...parts} status="pending" onPress={() => void answer('pending')} />
        )}
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

function UndoRow({ onUndo, ...parts }: ButtonParts & { onUndo: () => void }) {
  const row = useRef<HTMLDivElement>(null);
  // Where the pressed button was: whoever uses the keyboard is not sent to the top of the page.
  useEffect(() => row.current?.querySelector('button')?.focus({ preventScroll: true }), []);
  return (
    <ActionRow ref={row}>
      <TouchButton
        size={sizeOf(parts)}
        variant="outline"
        aria-label={`Undo: ${parts.name}`}
        isBusy={parts.posting === 'pending'}
        className="max-w-80 px-3!"
        onPress={onUndo}
      >
        Undo
      </TouchButton>
    </ActionRow>
  );
}

function ActionRow(props: { children: React.ReactNode; ref?: React.Ref<HTMLDivElement> }) {
  return (
    <div ref={props.ref} className="mirrors flex flex-wrap gap-4 *:flex-1 *:first:flex-[1.5]">
      {props.children}
    </div>
  );
}

/** Whether what was answered here can still be taken back at once. */
function useUndoTime() {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const end = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  const begin = () => {
    clearTimeout(timer.current);
    setOpen(true);
    timer.current = setTimeout(end, UNDO_MS);
  };
  return { isOpen, begin, end };
}
