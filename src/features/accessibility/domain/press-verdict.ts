import type { Accessibility } from '../contract.ts';

/** The measurements of one contact with a target. */
export interface Measured {
  /** Milliseconds from pointer down to pointer up. */
  readonly heldMs: number;
  /** Distance in CSS pixels from the edge of the target at pointer up; 0 inside. */
  readonly driftPx: number;
  /** Milliseconds between the last accepted press and this pointer down. */
  readonly sinceMs: number;
}

export type Verdict = 'pressed' | 'repeated' | 'slid-off' | 'too-short';

/** Returns how the elder's tablet would judge the contact. */
export function verdictOf(
  { heldMs, driftPx, sinceMs }: Measured,
  values: Pick<Accessibility, 'holdMs' | 'driftPx' | 'repeatMs'>,
): Verdict {
  if (sinceMs < values.repeatMs) return 'repeated';
  if (driftPx > values.driftPx) return 'slid-off';
  return heldMs < values.holdMs ? 'too-short' : 'pressed';
}

/** Describes a verdict with the measured value. */
export function verdictMessage(verdict: Verdict, { heldMs, driftPx, sinceMs }: Measured): string {
  switch (verdict) {
    case 'pressed':
      return `Pressed. The finger rested for ${seconds(heldMs)}.`;
    case 'repeated':
      return `Ignored: ${seconds(sinceMs)} after the press before.`;
    case 'slid-off':
      return `Slid off: lifted ${Math.round(driftPx)} pixels beside the button.`;
    case 'too-short':
      return `Too short: the finger rested for ${seconds(heldMs)}.`;
  }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} seconds`;
}

/** Returns the distance of a point from a box, in the same unit; 0 inside. */
export function distanceOff(
  box: { left: number; top: number; right: number; bottom: number },
  { x, y }: { x: number; y: number },
): number {
  return Math.max(0, box.left - x, x - box.right, box.top - y, y - box.bottom);
}
