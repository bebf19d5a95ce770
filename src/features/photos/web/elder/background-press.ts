/**
 * Distance in pixels around a control in which a press does not close the viewer, because a
 * trembling hand may miss the control.
 */
const SAFE_ZONE = 24;

/** Maximum movement of a press in pixels; more counts as a drag. */
const MAX_DRAG = 10;

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Press extends Point {
  /** Maximum distance from the start of the press, in pixels. */
  readonly drag: number;
}

/** True if a press on the background is intended: not a drag, and not close to a control. */
export function isMeant(press: Press, controls: readonly Area[]): boolean {
  return press.drag <= MAX_DRAG && controls.every((area) => gap(press, area) >= SAFE_ZONE);
}

/** Returns the distance from a point to an area; 0 inside. */
function gap({ x, y }: Point, { left, top, right, bottom }: Area): number {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}
