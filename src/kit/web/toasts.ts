import { useEffect } from 'react';
import { watched } from './watched.ts';

export interface ToastOptions {
  /** What it is about, by its name: 'Lisinopril 8:00 AM: taken.' */
  about?: string;
  /** One thing to press beside Close, such as Undo. */
  action?: { label: string; onPress: () => void };
}

/** How a message in the flow of a screen differs from a toast. */
export interface MessageOptions extends ToastOptions {
  /** Follows the description where there is room for it. */
  more?: string;
  /** A screen reader announces this in place of the text. */
  announcement?: string;
  /** On this path the screen shows the result itself, so the message is only announced. */
  seenOn?: string;
}

export interface Message extends MessageOptions {
  id: number;
  /** `busy`: not known yet. `kept`: stored on this device until it can be sent. */
  kind: 'success' | 'error' | 'info' | 'busy' | 'kept';
  title: string;
  description: string | undefined;
  /** When its text was set, in milliseconds since the epoch by the browser's clock. */
  shownAt: number;
}

const shown = watched<Message | undefined>(undefined);
let lastId = 0;

export const useMessage = shown.useValue;

function show(kind: Message['kind']) {
  return (title: string, description?: string, options: MessageOptions = {}): number => {
    lastId += 1;
    shown.set({ ...options, id: lastId, kind, title, description, shownAt: Date.now() });
    return lastId;
  };
}

/** Short messages after a press. One is visible at a time: a new one takes the place of the old. */
export const toast = {
  success: show('success'),
  error: show('error'),
  info: show('info'),
  busy: show('busy'),
  /** Gives a message another text in its place; no effect if it is not shown any more. */
  change: (id: number, change: Partial<Omit<Message, 'id'>>): void => {
    const message = shown.get();
    if (message?.id === id) shown.set({ ...message, ...change, shownAt: Date.now() });
  },
  close: () => shown.set(undefined),
  /** Closes that message; no effect if another is shown by now. */
  closeIf: (id: number): void => {
    if (shown.get()?.id === id) shown.set(undefined);
  },
  /** What it was about is changed, or not on the screen any more. */
  closeError: () => {
    if (shown.get()?.kind === 'error') shown.set(undefined);
  },
};

/** A message of an error ends with the part of the screen that it was about. */
export function useErrorsEndWith(part: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another part is another effect
  useEffect(() => toast.closeError, [part]);
}
