/** A hand that trembles near a control means the control: so far around it nothing closes. */
const SAFE_ZONE = 24;

/** A finger that moved further than this was dragging. */
const MOST_DRAG = 10;

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
  /** How far the finger was from where it came down, at most; in pixels. */
  readonly drag: number;
}

/** Whether a press on the background is meant: not a drag, and not beside a control. */
export function isMeant(press: Press, controls: readonly Area[]): boolean {
  return press.drag <= MOST_DRAG && controls.every((area) => gap(press, area) >= SAFE_ZONE);
}

/** From a point to the nearest edge of an area; 0 inside. */
function gap({ x, y }: Point, { left, top, right, bottom }: Area): number {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}
