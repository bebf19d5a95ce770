import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { TouchButton } from '#platform/web/ui/TouchButton.tsx';
import { useFocusReturn } from '#platform/web/use-focus-return.ts';
import type { MeasureKind, MeasureUnit } from '../../domain/kinds.ts';
import { KIND_NAMES, MOOD_WORDS, PAIN_WORDS, slipQuestion } from '../../domain/measure-messages.ts';
import { inUnit, maybeASlip, type Value, validateValue } from '../../domain/values.ts';
import { NumberPad } from './NumberPad.tsx';
import { NOTHING_TYPED, valueOfTyped } from './typed.ts';
import { WeightSteps } from './WeightSteps.tsx';
import { WordChoice } from './WordChoice.tsx';

interface MeasureDialogProps {
  kind: MeasureKind;
  unit: MeasureUnit;
  /** The newest earlier value. */
  last: Value | undefined;
  onClose: () => void;
  onSay: (value: Value) => void;
}

const QUESTIONS: Readonly<Record<MeasureKind, string>> = {
  'blood-pressure': 'Blood pressure',
  weight: 'Weight',
  glucose: 'Glucose',
  pain: 'How much pain is there?',
  mood: 'How do you feel?',
};

/**
 * Asks for one value, with large keys or words, in a modal dialog. It is no native dialog, because
 * a reminder must be shown above it. It is open while it is mounted.
 */
export function MeasureDialog({ kind, unit, last, onClose, onSay }: MeasureDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDivElement>(null);
  useFocusReturn(true);
  useEffect(() => dialog.current?.focus(), []);
  return createPortal(
    <div className="fixed inset-0 z-50 grid animate-arrive overflow-y-auto bg-[rgb(18_20_36/82%)] p-3 tablet:p-4 max-[20rem]:p-1">
      <div
        ref={dialog}
        role="dialog"
        aria-modal="true"
        aria-labelledby={id}
        tabIndex={-1}
        className="m-auto grid w-full max-w-240 gap-4 rounded-[2.25rem] bg-surface p-4 shadow-e3 max-[20rem]:p-2 outline-none forced-border tablet:gap-6 tablet:p-8"
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
          if (event.key === 'Tab') turnBack(event);
        }}
      >
        <h2 id={id} className="font-heavy text-card leading-tight tablet:text-[2.5rem]">
          {QUESTIONS[kind]}
        </h2>
        {kind === 'pain' || kind === 'mood' ? (
          <>
            <WordChoice
              words={kind === 'pain' ? PAIN_WORDS : MOOD_WORDS}
              onChoose={(first) => onSay({ kind, unit, first, second: null })}
            />
            <TouchButton variant="outline" onPress={onClose}>
              Not now
            </TouchButton>
          </>
        ) : (
          <Numbers {...{ kind, unit, last, onClose, onSay }} />
        )}
      </div>
    </div>,
    document.body,
  );
}

/** Number entry, followed by a confirmation of a possible slip. */
function Numbers({ kind, unit, last, onClose, onSay }: MeasureDialogProps) {
  const before = last && inUnit(last, unit);
  const begin = kind === 'weight' && before ? `${before.first}` : '';
  const [typed, setTyped] = useState({ ...NOTHING_TYPED, first: begin, isOld: begin !== '' });
  const [hasSteps, setSteps] = useState(begin !== '');
  const [wrong, setWrong] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const value = valueOfTyped(typed, kind, unit);
  const change = (next: typeof typed) => {
    setWrong(undefined);
    setTyped(next);
  };
  const isHalf = kind === 'blood-pressure' && typed.at === 'first' && typed.second === '';
  const save = () => {
    if (isHalf && typed.first !== '') return change({ ...typed, at: 'second', isOld: true });
    if (typed.first === '') return setWrong('Please press the digits first.');
    const [sentence] = Object.values(validateValue(value));
    if (sentence !== undefined) return setWrong(sentence);
    if (maybeASlip(value, before)) return setAsking(true);
    onSay(value);
  };
  if (isAsking) {
    return (
      <SlipQuestion value={value} onBack={() => setAsking(false)} onRight={() => onSay(value)} />
    );
  }
  return (
    <>
      {hasSteps ? (
        <WeightSteps
          value={Number(typed.first)}
          unit={unit}
          onChange={(next) => change({ ...typed, first: `${next}`, isOld: true })}
          onDigits={() => setSteps(false)}
        />
      ) : (
        <NumberPad kind={kind} unit={unit} typed={typed} onType={change} />
      )}
      <p role="alert" className="font-bold text-danger-deep text-elder empty:hidden">
        {wrong}
      </p>
      <div className="grid grid-cols-2 gap-4 tablet:gap-7">
        <TouchButton size="card" variant="outline" className="px-3!" onPress={onClose}>
          Not now
        </TouchButton>
        <TouchButton
          size="card"
          className="px-3!"
          aria-label={`${isHalf ? 'Next' : 'Save'}: ${KIND_NAMES[kind]}`}
          onPress={save}
        >
          {isHalf ? 'Next' : 'Save'}
        </TouchButton>
      </div>
    </>
  );
}

interface SlipQuestionProps {
  value: Value;
  onBack: () => void;
  onRight: () => void;
}

/**
 * The back button is first and has the focus, so that a second touch of a trembling hand saves
 * nothing.
 */
function SlipQuestion({ value, onBack, onRight }: SlipQuestionProps) {
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => group.current?.querySelector('button')?.focus(), []);
  return (
    <div ref={group} className="grid gap-6">
      <p role="alert" className="font-heavy text-[2.25rem] leading-tight">
        {slipQuestion(value)}
      </p>
      <div className="grid gap-4 tablet:grid-cols-2 tablet:gap-7">
        <TouchButton size="alarm" onPress={onBack}>
          No, change it
        </TouchButton>
        <TouchButton size="alarm" variant="outline" icon={check} onPress={onRight}>
          Yes, it is right
        </TouchButton>
      </div>
    </div>
  );
}

/**
 * Focus trap: Tab on the last button moves to the first, and Shift+Tab on the first moves to the
 * last.
 */
function turnBack(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const end = event.shiftKey ? buttons[0] : buttons.at(-1);
  if (document.activeElement !== end && document.activeElement !== event.currentTarget) return;
  event.preventDefault();
  (event.shiftKey ? buttons.at(-1) : buttons[0])?.focus();
}
