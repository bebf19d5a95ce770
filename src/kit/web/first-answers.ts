import { SECOND_MS } from '#kit/shared/durations.ts';
import { noteServerDate } from './server-clock.ts';

/** The element of the page in which the server sends along what the page asks first. */
const ELEMENT_ID = 'first-answers';

/** A page that took longer to come this far asks anew. */
const LONGEST_MS = 15 * SECOND_MS;

interface Brought {
  /** The server's time when it sent the page, as the `Date` of an answer. */
  readonly date: string;
  readonly answers: Readonly<Record<string, unknown>>;
}

let wasUsed = false;

/** What the page brought, by path, once; undefined where the server is to be asked. Sets the clock by it. */
export function takeFirstAnswers(): Brought['answers'] | undefined {
  const element = document.getElementById(ELEMENT_ID);
  element?.remove();
  const page = pageTimes();
  if (!element || !page || sinceSent() > LONGEST_MS) return undefined;
  const { date, answers }: Brought = JSON.parse(element.textContent);
  const receivedAt = Date.now() - sinceSent();
  const sentAt = receivedAt - (page.responseStart - page.requestStart);
  // Without the server's time a page would go by its device's.
  wasUsed = noteServerDate(date, sentAt, receivedAt);
  return wasUsed ? answers : undefined;
}

/** How long ago the server said what the page brought, in milliseconds; 0 where it brought nothing. */
export function ageOfFirstAnswers(): number {
  return wasUsed ? sinceSent() : 0;
}

function sinceSent(): number {
  return performance.now() - (pageTimes()?.responseStart ?? 0);
}

function pageTimes(): PerformanceNavigationTiming | undefined {
  // The type of the entries follows from that word, which the library's types do not say.
  return performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined;
}
