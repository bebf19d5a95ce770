import { onlineManager } from '@tanstack/react-query';
import { MINUTE_MS } from '#platform/shared/durations.ts';

/** First delay after a failed connection, in milliseconds; it doubles with each failure. */
const MIN_WAIT_MS = 2_000;
const MAX_WAIT_MS = 2 * MINUTE_MS;

/** The server sends a heartbeat every 25 seconds, so after this silence the connection is dead. */
const MAX_SILENCE_MS = MINUTE_MS;

/**
 * If opening the first connection takes longer, changes may have been missed between reading the
 * screen's data and the opening.
 */
const SLOW_OPENING_MS = 500;

/** Topic that is reported if events were missed: any data may have changed. */
export const ANYTHING = 'anything';

/**
 * Returns the delay after this number of failures in milliseconds; `random` (0 to 1) is the jitter.
 */
export function waitAfter(failures: number, random: number): number {
  const wait = Math.min(MAX_WAIT_MS, MIN_WAIT_MS * 2 ** (failures - 1));
  return wait / 2 + (wait / 2) * random;
}

/** Returns the topics of an event. If the event is unreadable, any data may have changed. */
export function topicsIn(text: string): readonly string[] {
  try {
    const event: unknown = JSON.parse(text);
    if (typeof event === 'object' && event !== null && 'changed' in event) {
      const { changed } = event;
      if (Array.isArray(changed)) return changed.filter((topic) => typeof topic === 'string');
    }
  } catch {
    // Invalid JSON is possible, because the event may come from another version of the server.
  }
  return [ANYTHING];
}

/** True while this page receives change events. */
export function isLineOpen(): boolean {
  return isOpen;
}

let isOpen = false;

interface Following {
  /** True if changes may have been missed before this call. */
  readonly hasMissed: boolean;
  hear(topics: readonly string[]): void;
  /**
   * Called when reconnecting failed. The browser gives no reason: the session may have ended, or
   * the server may be unreachable. The caller must find out with a request.
   */
  failed(): void;
}

/**
 * Opens an event stream and reports changed topics to `hear`. It reports ANYTHING if events may
 * have been missed, either before the connection or after its loss. Returns a function that closes
 * the stream.
 */
export function followChanges(path: string, { hasMissed, hear, failed }: Following): () => void {
  // Without event streams, screens still receive changes by polling.
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
    // The connection is reopened here: the browser itself would reconnect at once, on all devices
    // together, and never after a refusal.
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
  // When the server answers again, a long delay ends early. The first delay is always kept, to
  // prevent a loop.
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
