import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/**
 * For a dialog that is closed by its X, by Escape or by the way back of a phone: what is typed and not
 * sent is given up only by who says so (unsaved changes). Cancel says so by itself.
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
