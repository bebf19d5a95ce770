/** Uncertainty of a `Date` header in milliseconds, because it contains whole seconds. */
const PRECISION = 999;

/**
 * Tolerance in milliseconds, for differences between the clocks of several servers and for drift of
 * the device's clock.
 */
const TOLERANCE = 1000;

/**
 * Maximum response time in milliseconds. A slower answer is ignored, because the device may have
 * slept or its clock may have changed meanwhile.
 */
const MAX_ANSWER_LENGTH = 5000;

let offset = 0;
/** Server time of the last answer, and `performance.now()` at that moment. */
let answered: { readonly server: number; readonly page: number } | undefined;

/**
 * Estimates the offset between the server's clock and the device's by the `Date` header of an
 * answer (RFC 9110, whole seconds), with Cristian's algorithm: the server wrote the header between
 * sending and receiving, so a slow answer is less precise. The offset changes only if the header
 * contradicts it, so that time does not jitter; then the middle of the possible interval is used.
 * `sentAt` and `receivedAt` are milliseconds of the device's clock. Returns false if the header
 * could not be used.
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
 * Returns the server's time in milliseconds since the epoch, as this device estimates it. If the
 * device's clock jumps back, as after a flat battery, the time counted from the last answer is
 * returned.
 */
export function serverNow(deviceNow: number = Date.now()): number {
  return Math.max(deviceNow + offset, serverTimeSinceAnswer() ?? 0);
}

/**
 * Returns the server's time counted from its last answer, independent of the device's clock;
 * undefined before the first answer. It is never ahead of the real time, but it is behind if the
 * device slept since the answer.
 */
export function serverTimeSinceAnswer(): number | undefined {
  return answered && Math.floor(answered.server + performance.now() - answered.page);
}

/** Returns how far this device's clock is known to be ahead of the server's, in milliseconds. */
export function clockSkew(): number {
  // Avoids negative zero, which JSON cannot represent.
  return 0 - offset;
}

/**
 * Sets the skew that an earlier page has measured. Has no effect if the server has already
 * answered.
 */
export function startWithSkew(skew: number): void {
  if (!answered) offset = 0 - skew;
}
