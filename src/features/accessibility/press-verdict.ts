import type { Accessibility } from './contract.ts';

/** One contact with a target, as it was measured. */
export interface Measured {
  /** From coming down to being lifted, in milliseconds. */
  readonly heldMs: number;
  /** How far off the target's edge it was lifted, in CSS pixels; 0 within. */
  readonly driftPx: number;
  /** From the last press that counted to its coming down, in milliseconds. */
  readonly sinceMs: number;
}

export type Verdict = 'pressed' | 'repeated' | 'slid-off' | 'too-short';

/** What becomes of it on that elder's tablet. */
export function verdictOf(
  { heldMs, driftPx, sinceMs }: Measured,
  values: Pick<Accessibility, 'holdMs' | 'driftPx' | 'repeatMs'>,
): Verdict {
  if (sinceMs < values.repeatMs) return 'repeated';
  if (driftPx > values.driftPx) return 'slid-off';
  return heldMs < values.holdMs ? 'too-short' : 'pressed';
}

/** The same in words, with what was measured. */
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

/** How far a point lies outside of a box, in the units of both; 0 within. */
export function distanceOff(
  box: { left: number; top: number; right: number; bottom: number },
  { x, y }: { x: number; y: number },
): number {
  return Math.max(0, box.left - x, x - box.right, box.top - y, y - box.bottom);
}
