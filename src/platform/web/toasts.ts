import { useEffect } from 'react';
import { createStore } from './create-store.ts';

export interface ToastOptions {
  /**
   * Name of the object that the message is about. It precedes the text: 'Lisinopril 8:00 AM:
   * taken.'
   */
  about?: string;
  /** A second button besides Close, such as Undo. */
  action?: { label: string; onPress: () => void };
}

/** Options of a message that is part of a screen, in addition to those of a toast. */
export interface MessageOptions extends ToastOptions {
  /** Additional text, shown after the description if there is enough space. */
  more?: string;
  /** Text that screen readers announce instead of the visible text. */
  announcement?: string;
  /** Path of a screen that shows the result itself: there the message is only announced. */
  seenOn?: string;
}

export interface Message extends MessageOptions {
  id: number;
  /** `busy`: outcome not known yet. `kept`: stored on this device until it can be sent. */
  kind: 'success' | 'error' | 'info' | 'busy' | 'kept';
  title: string;
  description: string | undefined;
  /** Time when the text was set, in milliseconds since the epoch by the browser's clock. */
  shownAt: number;
}

const shown = createStore<Message | undefined>(undefined);
let lastId = 0;

export const useMessage = shown.useValue;

function show(kind: Message['kind']) {
  return (title: string, description?: string, options: MessageOptions = {}): number => {
    lastId += 1;
    shown.set({ ...options, id: lastId, kind, title, description, shownAt: Date.now() });
    return lastId;
  };
}

/** Short messages after a press. Only one is visible: a new message replaces the current one. */
export const toast = {
  success: show('success'),
  error: show('error'),
  info: show('info'),
  busy: show('busy'),
  /** Changes the text of a message; has no effect if it is no longer shown. */
  change: (id: number, change: Partial<Omit<Message, 'id'>>): void => {
    const message = shown.get();
    if (message?.id === id) shown.set({ ...message, ...change, shownAt: Date.now() });
  },
  close: () => shown.set(undefined),
  /** Closes the message; has no effect if another one is shown. */
  closeIf: (id: number): void => {
    if (shown.get()?.id === id) shown.set(undefined);
  },
  /**
   * Closes the shown message if it is an error. Called when the cause of the error has changed or
   * is no longer on the screen.
   */
  closeError: () => {
    if (shown.get()?.kind === 'error') shown.set(undefined);
  },
};

/** Closes an error message when `part`, the part of the screen that caused it, is replaced. */
export function useErrorsEndWith(part: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another part is another effect
  useEffect(() => toast.closeError, [part]);
}
