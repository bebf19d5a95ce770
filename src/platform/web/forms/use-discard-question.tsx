import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/**
 * For a dialog that can be closed by its X, Escape or the Back gesture: asks before unsaved input
 * is discarded. Cancel needs no question.
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
