import { SECOND_MS } from '#kit/shared/durations.ts';
import { noteServerDate } from './server-clock.ts';

/** The element of the page in which the server sends along what the page asks first. */
const ELEMENT_ID = 'first-answers';

/** A page that took longer to come this far asks anew. */
const LONGEST_MS = 15 * SECOND_MS;

interface Brought {
  /** The server's time when it sent the page, as the `Date` of an answer. */
  readonly date: string;
  readonly answers: Record<string, unknown>;
}

/** What the page brought, by path; undefined where it was taken. */
let answers: Map<string, unknown> | undefined;

/**
 * What the page brought as the answer of that path, once; undefined where the server is to be asked.
 * Whoever asks the same again may be somebody else by now: then all that is left is worth nothing.
 */
export function firstAnswer(path: string): unknown {
  answers ??= read();
  const answer = answers.get(path);
  if (answer === undefined && answers.has(path)) answers.clear();
  else if (answer !== undefined) answers.set(path, undefined);
  return answer !== undefined && sinceSent() < LONGEST_MS ? answer : undefined;
}

/** How long ago the server said what the page brought, in milliseconds; 0 where it brought nothing. */
export function ageOfFirstAnswers(): number {
  return answers?.size ? sinceSent() : 0;
}

function read(): Map<string, unknown> {
  const element = document.getElementById(ELEMENT_ID);
  element?.remove();
  const page = pageTimes();
  if (!element || !page) return new Map();
  const { date, answers: all }: Brought = JSON.parse(element.textContent);
  const receivedAt = Date.now() - sinceSent();
  const sentAt = receivedAt - (page.responseStart - page.requestStart);
  // Without the server's time a page would go by its device's.
  return new Map(noteServerDate(date, sentAt, receivedAt) ? Object.entries(all) : []);
}

function sinceSent(): number {
  return performance.now() - (pageTimes()?.responseStart ?? 0);
}

function pageTimes(): PerformanceNavigationTiming | undefined {
  // The type of the entries follows from that word, which the library's types do not say.
  return performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined;
}
