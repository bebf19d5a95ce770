/** A header of whole seconds over a slow line says no more than this, in milliseconds. */
const TOLERANCE = 2000;

let offset = 0;

/**
 * Corrects this device's clock by the `Date` of an answer (RFC 9110, whole seconds). Differences
 * within the header's own precision are left alone, so that time never jitters.
 */
export function noteServerDate(header: string | null, deviceNow: number = Date.now()): void {
  const server = header === null ? Number.NaN : Date.parse(header);
  if (Number.isNaN(server)) return;
  const measured = server - deviceNow;
  if (Math.abs(measured - offset) > TOLERANCE) offset = measured;
}

/** Milliseconds since the epoch by the server's clock, as far as this device knows it. */
export function serverNow(deviceNow: number = Date.now()): number {
  return deviceNow + offset;
}
