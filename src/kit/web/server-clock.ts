/** The `Date` of an answer names the second in which it was written. */
const PRECISION = 999;

/** How far servers' clocks may be from each other, and a device's clock drifts, in milliseconds. */
const TOLERANCE = 1000;

/** An answer that took longer crossed a sleep or a change of the clock, and says nothing. */
const LONGEST_ANSWER = 5000;

let offset = 0;
/** What the server's clock showed at its last answer, and the time of this page then. */
let answered: { readonly server: number; readonly page: number } | undefined;

/**
 * Corrects this device's clock by the `Date` of an answer (RFC 9110, whole seconds), as Cristian's
 * algorithm does: the server wrote it at some moment between the sending and the receiving, so that a
 * slow answer says less. What it does not contradict is left alone, so that time never jitters; what it
 * does is taken from the middle. Times of the device in milliseconds. Answers whether it says anything.
 */
export function noteServerDate(header: string | null, sentAt: number, receivedAt: number): boolean {
  const server = header === null ? Number.NaN : Date.parse(header);
  const took = receivedAt - sentAt;
  if (Number.isNaN(server) || took < 0 || took > LONGEST_ANSWER) return false;
  const least = server - receivedAt - TOLERANCE;
  const most = server + PRECISION - sentAt + TOLERANCE;
  if (offset < least || offset > most) offset = server - Math.round((sentAt + receivedAt) / 2);
  answered = { server: receivedAt + offset, page: performance.now() };
  return true;
}

/**
 * Milliseconds since the epoch by the server's clock, as far as this device knows it. A device whose
 * clock falls back while the page lives, as with a flat battery, goes on from the last answer.
 */
export function serverNow(deviceNow: number = Date.now()): number {
  return Math.max(deviceNow + offset, serverTimeSinceAnswer() ?? 0);
}

/**
 * The server's time counted on from its last answer, whatever this device's clock did since: it is
 * not later than that, and earlier where the device slept. Undefined before the first answer.
 */
export function serverTimeSinceAnswer(): number | undefined {
  return answered && Math.floor(answered.server + performance.now() - answered.page);
}

/** How many milliseconds this device's clock is ahead of the server's, as far as it knows. */
export function clockSkew(): number {
  // Never the negative zero, which JSON does not know.
  return 0 - offset;
}

/** What an earlier page found, for one that has not heard of the server yet. */
export function startWithSkew(skew: number): void {
  if (!answered) offset = 0 - skew;
}
