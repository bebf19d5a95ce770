import { SECOND_MS } from '#platform/shared/durations.ts';
import { deafen } from './input-lock.ts';

/**
 * Time after the release of the finger or key during which presses are swallowed, in milliseconds.
 */
const DEAF_MS = 700;

/**
 * Maximum delay between a release and the click that the browser derives from it, in milliseconds.
 */
const OWN_CLICK_MS = SECOND_MS;

const BEGINS = ['pointerdown', 'keydown'] as const;
const ENDS = ['pointerup', 'pointercancel', 'keyup'] as const;
const OTHERS = ['click', 'contextmenu'] as const;

/**
 * Swallows the press that starts with the event `first`, and every press that starts before its
 * release or within 700 ms after it. Compares the timestamps of events instead of using a timer.
 */
export function swallowPress(first: Event): void {
  const ending = new AbortController();
  const down = new Set([keyOf(first)]);
  /**
   * Presses that start after this time are not swallowed; undefined until the first press is
   * released.
   */
  let until: number | undefined;
  let releasedAt = Number.NEGATIVE_INFINITY;

  const release = (event: Event) => {
    releasedAt = event.timeStamp;
    if (until !== undefined || down.size > 0) return;
    until = event.timeStamp + DEAF_MS;
    deafen(DEAF_MS);
  };
  const isOver = ({ timeStamp }: Event) => until !== undefined && timeStamp >= until;
  const begin = (event: Event) => {
    if (isOver(event)) return ending.abort();
    down.add(keyOf(event));
    swallow(event);
  };
  const end = (event: Event) => {
    if (!down.delete(keyOf(event))) return;
    swallow(event);
    release(event);
  };
  const other = (event: Event) => {
    const isOfSwallowed = event.timeStamp - releasedAt < OWN_CLICK_MS;
    if (!isOver(event) || isOfSwallowed) swallow(event);
  };

  swallow(first);
  const options = { capture: true, signal: ending.signal };
  for (const type of BEGINS) window.addEventListener(type, begin, options);
  for (const type of ENDS) window.addEventListener(type, end, options);
  for (const type of OTHERS) window.addEventListener(type, other, options);
  // Stops when the window loses the focus, because a release outside of the page is not reported.
  window.addEventListener('blur', () => ending.abort(), options);
  if (!isBegin(first)) {
    // `first` is a click without a preceding press, as screen readers send it, so there is no
    // release to wait for.
    down.clear();
    release(first);
  }
}

function isBegin({ type }: Event): boolean {
  return (BEGINS as readonly string[]).includes(type);
}

/** Returns a name for the pointer or key of an event. */
function keyOf(event: Event): string {
  if (event instanceof KeyboardEvent) return event.code || event.key;
  return event instanceof PointerEvent ? `pointer ${event.pointerId}` : event.type;
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
