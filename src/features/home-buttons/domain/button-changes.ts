import { movedTo } from '#platform/shared/ordering.ts';
import type { HomeButton } from '../contract.ts';

/** One change of one button: shown or hidden, renamed, or moved. */
export type ButtonChange =
  | { readonly id: string; readonly isEnabled: boolean }
  | { readonly id: string; readonly label: string }
  | { readonly id: string; readonly order: number };

/** Returns the buttons with the pending changes applied, oldest change first. */
export function withChanges(
  buttons: readonly HomeButton[],
  changes: readonly ButtonChange[],
): HomeButton[] {
  const byOrder = [...buttons].sort((one, other) => one.order - other.order);
  return changes.reduce(withChange, byOrder);
}

function withChange(buttons: readonly HomeButton[], change: ButtonChange): HomeButton[] {
  if (!('order' in change)) {
    return buttons.map((button) => (button.id === change.id ? { ...button, ...change } : button));
  }
  return movedTo(buttons, change.id, change.order);
}
