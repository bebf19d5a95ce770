import { SECOND_MS } from '#platform/shared/durations.ts';
import { recordServerDate } from './server-clock.ts';

/** Id of the element in which the server embeds the first answers of the page. */
const ELEMENT_ID = 'first-answers';

/** Answers older than this are ignored and requested again. */
const MAX_DURATION_MS = 15 * SECOND_MS;

interface Brought {
  /** Server time when the page was sent, in the format of a `Date` header. */
  readonly date: string;
  readonly answers: Readonly<Record<string, unknown>>;
}

let wasUsed = false;

/**
 * Returns the embedded answers by path, once; undefined if they must be requested. Sets the server
 * clock from the page.
 */
export function takeFirstAnswers(): Brought['answers'] | undefined {
  const element = document.getElementById(ELEMENT_ID);
  element?.remove();
  const page = pageTimes();
  if (!element || !page || sinceSent() > MAX_DURATION_MS) return undefined;
  const { date, answers }: Brought = JSON.parse(element.textContent);
  const receivedAt = Date.now() - sinceSent();
  const sentAt = receivedAt - (page.responseStart - page.requestStart);
  // Without the server's time the page would use the device's clock.
  wasUsed = recordServerDate(date, sentAt, receivedAt);
  return wasUsed ? answers : undefined;
}

/** Returns the age of the embedded answers in milliseconds; 0 if none were used. */
export function ageOfFirstAnswers(): number {
  return wasUsed ? sinceSent() : 0;
}

function sinceSent(): number {
  return performance.now() - (pageTimes()?.responseStart ?? 0);
}

function pageTimes(): PerformanceNavigationTiming | undefined {
  // The library's types do not derive the type of the entry from 'navigation'.
  return performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined;
}
