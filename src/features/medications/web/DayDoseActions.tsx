import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import { useContext, useEffect, useRef, useState } from 'react';
import { formatTime } from '#kit/shared/zoned-time.ts';
import { ElderButton } from '#kit/web/ui/ElderButton.tsx';
import { ElderQuestion } from '#kit/web/ui/ElderQuestion.tsx';
import type { LogStatus, UpcomingMedication } from '../contract.ts';
import type { DayDose } from '../day-list.ts';
import { ReminderStands } from './reminder-open.ts';

/** What was said here a moment ago is taken back with one press for so long. */
const UNDO_MS = 30_000;

export type DayAnswer = (item: UpcomingMedication, answer: LogStatus) => Promise<unknown>;

interface DayDoseActionsProps {
  dose: DayDose;
  now: Date;
  /** Without it no time is said. */
  timezone: string | undefined;
  /** Resolves when it is kept or logged, or when that has failed and was said. */
  onAnswer: DayAnswer;
}

/** Taken and Skip, then Undo, then Change, all in one row, so that nothing below ever moves. */
export function DayDoseActions({ dose, now, timezone, onAnswer }: DayDoseActionsProps) {
  const { item, urgency } = dose;
  const [posting, setPosting] = useState<LogStatus>();
  const [isChanging, setChanging] = useState(false);
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
  const parts = { name: item.medication.name, posting };
  if (urgency === 'done' && !isChanging) {
    return undo.isOpen ? (
      <UndoRow {...parts} onUndo={() => void answer('pending')} />
    ) : (
      <ActionRow>
        <ElderButton
          size="card"
          variant="outline"
          aria-label={`Change: ${parts.name}`}
          className="max-w-80 px-3!"
          onPress={() => setChanging(true)}
        >
          Change
        </ElderButton>
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
          item={item}
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

interface AnswerButtonProps {
  name: string;
  status: keyof typeof LABELS;
  variant?: 'success' | 'outline';
  posting: LogStatus | undefined;
  onPress: () => void;
}

function AnswerButton({ name, status, variant = 'outline', posting, onPress }: AnswerButtonProps) {
  return (
    <ElderButton
      size="card"
      variant={variant}
      {...(status === 'taken' ? { icon: check } : {})}
      aria-label={`${LABELS[status]}: ${name}`}
      isBusy={posting === status}
      isDisabled={posting !== undefined && posting !== status}
      className="px-3!"
      onPress={onPress}
    >
      {LABELS[status]}
    </ElderButton>
  );
}

function UndoRow(props: { name: string; posting: LogStatus | undefined; onUndo: () => void }) {
  const row = useRef<HTMLDivElement>(null);
  // Where the pressed button was: whoever uses the keyboard is not sent to the top of the page.
  useEffect(() => row.current?.querySelector('button')?.focus({ preventScroll: true }), []);
  return (
    <ActionRow ref={row}>
      <ElderButton
        size="card"
        variant="outline"
        aria-label={`Undo: ${props.name}`}
        isBusy={props.posting === 'pending'}
        className="max-w-80 px-3!"
        onPress={props.onUndo}
      >
        Undo
      </ElderButton>
    </ActionRow>
  );
}

function ActionRow(props: { children: React.ReactNode; ref?: React.Ref<HTMLDivElement> }) {
  return (
    <div ref={props.ref} className="flex flex-wrap gap-4 *:flex-1 *:first:flex-[1.5]">
      {props.children}
    </div>
  );
}

interface TakenAlreadyProps {
  item: UpcomingMedication;
  now: Date;
  /** Without it no time is said. */
  timezone: string | undefined;
  onKeep: () => void;
  onConfirm: () => void;
}

/** Whoever presses Taken hours before its time may mean another dose. */
function TakenAlready({ item, now, timezone, onKeep, onConfirm }: TakenAlreadyProps) {
  // A reminder goes before any question, and closes none.
  if (useContext(ReminderStands)) return null;
  const { name, dosage } = item.medication;
  return (
    <ElderQuestion
      title={`It is for ${timezone ? formatTime(new Date(item.scheduledTime), timezone) : 'later'}. Taken already?`}
      keep="Not yet"
      action="Yes, taken"
      icon={check}
      onKeep={onKeep}
      onConfirm={onConfirm}
    >
      <p className="text-press leading-snug">
        <strong className="font-heavy text-[2.25rem]">{name}</strong> {dosage}
      </p>
      {timezone && (
        <p className="mt-2 text-elder text-soft">It is {formatTime(now, timezone)} now.</p>
      )}
    </ElderQuestion>
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
