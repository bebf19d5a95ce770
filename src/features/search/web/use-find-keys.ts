import { useEffect, useEffectEvent } from 'react';
import { areSingleKeysOn } from './single-keys.ts';

interface FindKeys {
  onFind: () => void;
  onShortcuts: () => void;
}

const FIELDS = 'input, textarea, select, [contenteditable=true]';
const DIALOGS = '[role=dialog], [role=alertdialog]';

/**
 * Keyboard shortcuts: Ctrl+K everywhere, single characters outside of input fields, none while a
 * dialog is open.
 */
export function useFindKeys(keys: FindKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const run = actionOf(event, keys);
    if (run === undefined || event.defaultPrevented || document.querySelector(DIALOGS)) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function actionOf(event: KeyboardEvent, { onFind, onShortcuts }: FindKeys) {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if (altKey) return undefined;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? onFind : undefined;
  if (target instanceof Element && target.closest(FIELDS)) return undefined;
  if (!areSingleKeysOn()) return undefined;
  if (key === '/') return onFind;
  return key === '?' ? onShortcuts : undefined;
}
