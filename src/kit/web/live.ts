import { onlineManager } from '@tanstack/react-query';
import { MINUTE_MS } from '#kit/shared/durations.ts';

/** The first wait after a line could not be opened; each further one is twice as long. */
const SHORTEST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 2 * MINUTE_MS;

/** The server sends something every 25 seconds: after this silence the line is dead. */
const MAX_SILENCE_MS = MINUTE_MS;

/** A first opening that takes longer may have missed what was changed after the screen was read. */
const SLOW_OPENING_MS = 500;

/** What was missed is unknown: all of it may have changed. */
export const ANYTHING = 'anything';

/** How long to wait after so many failures; `random` from 0 to 1 keeps devices apart. */
export function waitAfter(failures: number, random: number): number {
  const wait = Math.min(LONGEST_WAIT_MS, SHORTEST_WAIT_MS * 2 ** (failures - 1));
  return wait / 2 + (wait / 2) * random;
}

/** The topics of an event; an event that cannot be read may be about anything. */
export function topicsIn(text: string): readonly string[] {
  try {
    const event: unknown = JSON.parse(text);
    if (typeof event === 'object' && event !== null && 'changed' in event) {
      const { changed } = event;
      if (Array.isArray(changed)) return changed.filter((topic) => typeof topic === 'string');
    }
  } catch {
    // Of another version of the server.
  }
  return [ANYTHING];
}

/** Whether this page is told of changes at the moment. */
export function isLineOpen(): boolean {
  return isOpen;
}

let isOpen = false;

interface Following {
  /** Nobody listened for a while. */
  readonly hasMissed: boolean;
  hear(topics: readonly string[]): void;
  /**
   * Called when the line could not be opened again. The browser does not tell why: the session may have
   * ended, or the server may not be reached, so the caller asks the server something.
   */
  failed(): void;
}

/**
 * Keeps a line to the server open and tells what changed there; where something may have been missed
 * before it was open, or after it was lost, it says that anything may have. Returns what closes it.
 */
export function followChanges(path: string, { hasMissed, hear, failed }: Following): () => void {
  // The polls go on without it.
  if (typeof EventSource === 'undefined') return () => undefined;
  let failures = 0;
  let wasLost = hasMissed;
  const startedAt = performance.now();
  let wasOpen = false;
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const open = () => {
    clearTimeout(timer);
    source?.close();
    source = new EventSource(path, { withCredentials: true });
    source.onopen = () => {
      failures = 0;
      isOpen = true;
      expectMore();
      onlineManager.setOnline(true);
      const isLate = !wasOpen && performance.now() - startedAt > SLOW_OPENING_MS;
      if (wasLost || isLate) hear([ANYTHING]);
      wasLost = false;
      wasOpen = true;
    };
    source.onmessage = ({ data }) => {
      expectMore();
      hear(topicsIn(String(data)));
    };
    // The browser would try again at once, all devices together, and never after a refusal.
    source.onerror = lose;
  };
  const expectMore = () => {
    clearTimeout(timer);
    timer = setTimeout(lose, MAX_SILENCE_MS);
  };
  const lose = () => {
    clearTimeout(timer);
    source?.close();
    isOpen = false;
    failures += 1;
    wasLost = true;
    if (failures > 1) failed();
    timer = setTimeout(open, waitAfter(failures, Math.random()));
  };
  // The server answers again: a long wait is cut short. The first wait stays, it prevents a loop.
  const stopWatching = onlineManager.subscribe((isOnline) => {
    if (isOnline && failures > 1) open();
  });

  open();
  return () => {
    stopWatching();
    clearTimeout(timer);
    isOpen = false;
    source?.close();
  };
}
