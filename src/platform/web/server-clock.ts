/** Precision of a `Date` header in milliseconds; it has whole seconds. */
const PRECISION = 999;

/**
 * Tolerated difference between servers' clocks, and drift of the device's clock, in milliseconds.
 */
const TOLERANCE = 1000;

/**
 * Slower answers are ignored: the device may have slept or its clock may have changed meanwhile.
 */
const MAX_ANSWER_LENGTH = 5000;

let offset = 0;
/** Server time of the last answer, and the page's time at that moment. */
let answered: { readonly server: number; readonly page: number } | undefined;

/**
 * Corrects the device's clock by the `Date` of an answer (RFC 9110, whole seconds) with Cristian's
 * algorithm: the server wrote it between sending and receiving, so a slow answer is less precise.
 * The offset changes only if the header contradicts it, so that time does not jitter; then the
 * middle of the interval is used. Times of the device are in milliseconds. Returns false if the
 * header could not be used.
 */
export function recordServerDate(
  header: string | null,
  sentAt: number,
  receivedAt: number,
): boolean {
  const server = header === null ? Number.NaN : Date.parse(header);
  const took = receivedAt - sentAt;
  if (Number.isNaN(server) || took < 0 || took > MAX_ANSWER_LENGTH) return false;
  const least = server - receivedAt - TOLERANCE;
  const most = server + PRECISION - sentAt + TOLERANCE;
  if (offset < least || offset > most) offset = server - Math.round((sentAt + receivedAt) / 2);
  answered = { server: receivedAt + offset, page: performance.now() };
  return true;
}

/**
 * Returns the server's time in milliseconds since the epoch, as known to this device. If the
 * device's clock falls back, as after a flat battery, time continues from the last answer.
 */
export function serverNow(deviceNow: number = Date.now()): number {
  return Math.max(deviceNow + offset, serverTimeSinceAnswer() ?? 0);
}

/**
 * Returns the server's time counted from its last answer, independent of the device's clock. It is
 * never ahead of the real time, but behind it if the device slept. Undefined before the first
 * answer.
 */
export function serverTimeSinceAnswer(): number | undefined {
  return answered && Math.floor(answered.server + performance.now() - answered.page);
}

/** Returns how far this device's clock is known to be ahead of the server's, in milliseconds. */
export function clockSkew(): number {
  // Avoids negative zero, which JSON cannot represent.
  return 0 - offset;
}

/** Sets the skew that an earlier page found, unless the server has already answered. */
export function startWithSkew(skew: number): void {
  if (!answered) offset = 0 - skew;
}
