/** Minimum width or height of a contact that counts as the heel of a hand, in CSS pixels. */
const PALM_PX = 120;

/** Bounds of the target at the time when the finger touched it, in CSS pixels of the window. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Contact {
  readonly pointerId: number;
  readonly x: number;
  readonly y: number;
}

/** The current press: the finger and its target. */
export interface Press<Target> {
  readonly pointerId: number;
  readonly target: Target;
  readonly box: Box;
  /**
   * True while the finger is on the target or within the margin of drift around it: a release then
   * triggers the action.
   */
  readonly isInside: boolean;
}

/** True if a contact is too large for a fingertip. */
export function isPalm({ width, height }: { width: number; height: number }): boolean {
  return Math.max(width, height) >= PALM_PX;
}

/**
 * Returns the press after a finger has touched the screen. A second finger on the same target, or
 * beside all targets, changes nothing. A second finger on another target makes the intention
 * ambiguous, so the press is cancelled.
 */
export function pressedDown<Target>(
  press: Press<Target> | undefined,
  { pointerId }: Contact,
  target: Target | undefined,
  box: Box,
): Press<Target> | undefined {
  if (press === undefined || press.pointerId === pointerId) {
    return target === undefined ? undefined : { pointerId, target, box, isInside: true };
  }
  return target === undefined || target === press.target ? press : undefined;
}

/**
 * Returns the press after a finger has moved: leaving the target deactivates the press, returning
 * reactivates it.
 */
export function pressedMoved<Target>(
  press: Press<Target>,
  contact: Contact,
  driftPx: number,
): Press<Target> {
  if (press.pointerId !== contact.pointerId) return press;
  const isInside = isWithin(press.box, contact, driftPx);
  return isInside === press.isInside ? press : { ...press, isInside };
}

/** True if releasing the finger at this point triggers the action of its target. */
export function actsOnRelease<Target>(
  press: Press<Target>,
  contact: Contact,
  driftPx: number,
): boolean {
  return press.pointerId === contact.pointerId && isWithin(press.box, contact, driftPx);
}

function isWithin(box: Box, { x, y }: Contact, driftPx: number): boolean {
  return (
    x >= box.left - driftPx &&
    x <= box.right + driftPx &&
    y >= box.top - driftPx &&
    y <= box.bottom + driftPx
  );
}
