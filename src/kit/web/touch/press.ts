/** A contact this wide or high is the heel of a hand; in CSS pixels. */
const PALM_PX = 120;

/** What a finger is on, as it lay when the finger came down; edges in CSS pixels of the window. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** One contact with the screen, as a pointer event tells of it. */
export interface Contact {
  readonly pointerId: number;
  readonly x: number;
  readonly y: number;
}

/** The one press under way: which finger is on which target. */
export interface Press<Target> {
  readonly pointerId: number;
  readonly target: Target;
  readonly box: Box;
  /** Within the target and its margin of drift: released now, it acts. */
  readonly isInside: boolean;
}

/** Whether a contact is too large for a fingertip. */
export function isPalm({ width, height }: { width: number; height: number }): boolean {
  return Math.max(width, height) >= PALM_PX;
}

/**
 * The press after a finger has come down. A second finger beside the first, or on the same target,
 * changes nothing; on another target nobody can know which one is meant, so none is.
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

/** The press after a finger has moved: sliding off takes it back, coming back restores it. */
export function pressedMoved<Target>(
  press: Press<Target>,
  contact: Contact,
  driftPx: number,
): Press<Target> {
  if (press.pointerId !== contact.pointerId) return press;
  const isInside = isWithin(press.box, contact, driftPx);
  return isInside === press.isInside ? press : { ...press, isInside };
}

/** Whether a finger that is lifted there acts on what it came down on. */
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
