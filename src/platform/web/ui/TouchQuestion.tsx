import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useBackCloses } from '../use-back-closes.ts';
import { useFocusReturn } from '../use-focus-return.ts';
import { TouchButton } from './TouchButton.tsx';

interface TouchQuestionProps {
  /** The question to the user, as a full sentence. */
  title: string;
  /** Label of the cancel button, which has the initial focus. Escape cancels as well. */
  keep: string;
  action: string;
  icon: string;
  onKeep: () => void;
  onConfirm: () => void;
  children: ReactNode;
}

/**
 * A modal alert dialog on a screen for users with slow hands. It is not a native dialog element,
 * because urgent content must be able to appear above it. It opens when it is mounted.
 */
export function TouchQuestion(props: TouchQuestionProps) {
  const id = useId();
  const keep = useRef<HTMLDivElement>(null);
  useFocusReturn(true);
  useBackCloses(props.onKeep);
  useEffect(() => {
    keep.current?.querySelector('button')?.focus();
  }, []);
  return createPortal(
    <div className="fixed inset-0 z-50 grid animate-arrive overflow-y-auto bg-[rgb(18_20_36/82%)] p-4">
      <div
        role="alertdialog"
        aria-modal="true"
        aria-labelledby={`${id}title`}
        aria-describedby={`${id}text`}
        className="m-auto grid w-full max-w-220 gap-8 rounded-[2.75rem] bg-surface p-5 shadow-e3 forced-border tablet:p-13"
        onKeyDown={(event) => {
          if (event.key === 'Escape') props.onKeep();
          if (event.key === 'Tab') turnBack(event);
        }}
      >
        <h2
          id={`${id}title`}
          className="font-heavy text-[2.25rem] leading-tight tablet:text-[3.75rem]"
        >
          {props.title}
        </h2>
        <div id={`${id}text`}>{props.children}</div>
        <div ref={keep} className="grid gap-4 tablet:grid-cols-2 tablet:gap-7">
          <TouchButton size="alarm" onPress={props.onKeep}>
            {props.keep}
          </TouchButton>
          <TouchButton size="alarm" variant="outline" icon={props.icon} onPress={props.onConfirm}>
            {props.action}
          </TouchButton>
        </div>
      </div>
    </div>,
    document.body,
  );
}

/** Focus trap: Tab on the last button focuses the first, and Shift+Tab the reverse. */
function turnBack(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const end = event.shiftKey ? buttons[0] : buttons.at(-1);
  if (document.activeElement !== end) return;
  event.preventDefault();
  (event.shiftKey ? buttons.at(-1) : buttons[0])?.focus();
}
