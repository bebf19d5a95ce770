import { SECOND_MS } from '#platform/shared/durations.ts';
import { recordServerDate } from './server-clock.ts';

/** Id of the element in which the server embeds the first answers of the page. */
const ELEMENT_ID = 'first-answers';

/** Embedded answers that are older than this are ignored, so their calls are made. */
const MAX_DURATION_MS = 15 * SECOND_MS;

interface Brought {
  /** Time of the server when it sent the page, in the format of a `Date` header. */
  readonly date: string;
  readonly answers: Readonly<Record<string, unknown>>;
}

let wasUsed = false;

/**
 * Returns the embedded answers by path, at the first call only. Sets the server clock from the
 * page. Returns undefined if there are no usable answers.
 */
export function takeFirstAnswers(): Brought['answers'] | undefined {
  const element = document.getElementById(ELEMENT_ID);
  element?.remove();
  const page = pageTimes();
  if (!element || !page || sinceSent() > MAX_DURATION_MS) return undefined;
  const { date, answers }: Brought = JSON.parse(element.textContent);
  const receivedAt = Date.now() - sinceSent();
  const sentAt = receivedAt - (page.responseStart - page.requestStart);
  // The answers are used only if the page gave the server's time; otherwise screens would show
  // times by the device's clock.
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
  // The cast is needed because the types of the browser API do not derive the entry's type from
  // 'navigation'.
  return performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined;
}
