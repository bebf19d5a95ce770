import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/**
 * For a dialog with a form: if the user closes it by its X, Escape or the Back gesture, asks before
 * unsent input is discarded. The Cancel button needs no question.
 */
export function useDiscardQuestion(
  isUnsent: boolean,
  onClose: () => void,
): { close: () => void; question: ReactNode } {
  const [isAsking, setAsking] = useState(false);
  return {
    close: () => (isUnsent ? setAsking(true) : onClose()),
    question: isAsking ? (
      <ConfirmDialog
        title="Close without saving?"
        text="What you typed here has not been saved."
        action="Close without saving"
        keep="Go on"
        call={() => Promise.resolve()}
        onDone={onClose}
        onClose={() => setAsking(false)}
      />
    ) : null,
  };
}
