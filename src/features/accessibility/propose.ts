import type { Accessibility } from './contract.ts';
import { DEFAULT_ACCESSIBILITY as USUAL } from './defaults.ts';
import { RANGES, type Range } from './limits.ts';
import type { Measured } from './press-verdict.ts';

/** A contact while suns were to be touched. */
export interface SunTouch extends Measured {
  /** It came down on the sun; else it was none that was meant, or went far astray. */
  readonly isOnSun: boolean;
}

/** What a fitting found; what was left out is undefined. */
export interface Findings {
  readonly touches?: readonly SunTouch[] | undefined;
  readonly textSize?: number | undefined;
  /** At which loudness the alarm was heard, in percent; null when at none. */
  readonly heardAt?: number | null | undefined;
  readonly speechRate?: number | undefined;
  readonly hand?: Accessibility['hand'] | undefined;
}

/** Fewer touches of the sun than this say nothing of a hand. */
const FEWEST_TOUCHES = 4;

/** Two contacts on one thing within so long are a trembling hand, and no two presses. */
const TREMBLE_MS = 1800;

/** A hand is not the same every day: so much more than what was measured. */
const DRIFT_RESERVE_PX = 10;
const REPEAT_RESERVE_MS = 200;

/** As much of the shortest press that was meant: all of them would have counted. */
const HOLD_SHARE = 0.7;

/** So many stray contacts are no chance. */
const FEWEST_STRAYS = 2;

/** What a fitting is about, in the order in which it is found out. */
export const FITTED: readonly (keyof Accessibility)[] = [
  'holdMs',
  'driftPx',
  'repeatMs',
  'textSize',
  'alarmTone',
  'alarmLoudness',
  'screenFlash',
  'speechRate',
  'hand',
];

/**
 * What fits whoever was measured, of what differs from how it is at present. Never less forgiving, nor
 * quieter, than what is usual.
 */
export function propose(findings: Findings, present: Accessibility): Partial<Accessibility> {
  const { touches = [], textSize, heardAt, speechRate, hand } = findings;
  const wanted: Partial<Accessibility> = {
    ...handsOf(touches),
    ...(heardAt === undefined ? {} : alarmFor(heardAt)),
    ...(textSize === undefined ? {} : { textSize: inRange(textSize, RANGES.textSize) }),
    ...(speechRate === undefined ? {} : { speechRate: inRange(speechRate, RANGES.speechRate) }),
    ...(hand === undefined ? {} : { hand }),
  };
  const before = new Map<string, unknown>(Object.entries(present));
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => before.get(name) !== value),
  );
}

function handsOf(touches: readonly SunTouch[]): Partial<Accessibility> {
  const isTremble = ({ sinceMs }: SunTouch) => sinceMs < TREMBLE_MS;
  const meant = touches.filter((touch) => touch.isOnSun && !isTremble(touch));
  if (meant.length < FEWEST_TOUCHES) return {};
  const strays = touches.filter((touch) => !touch.isOnSun && !isTremble(touch));
  const furthest = Math.max(...meant.map(({ driftPx }) => driftPx));
  const latest = Math.max(0, ...touches.filter(isTremble).map(({ sinceMs }) => sinceMs));
  return {
    holdMs: holdFor(meant, strays),
    driftPx: Math.max(USUAL.driftPx, inRange(furthest + DRIFT_RESERVE_PX, RANGES.driftPx)),
    repeatMs:
      latest === 0
        ? USUAL.repeatMs
        : Math.max(USUAL.repeatMs, inRange(latest + REPEAT_RESERVE_MS, RANGES.repeatMs)),
  };
}

/** A time that lets every press that was meant count, and none of those that brushed the screen. */
function holdFor(meant: readonly SunTouch[], strays: readonly SunTouch[]): number {
  if (strays.length < FEWEST_STRAYS) return USUAL.holdMs;
  const { least, most, step } = RANGES.holdMs;
  const longestStray = Math.max(...strays.map(({ heldMs }) => heldMs));
  const shortest = Math.min(...meant.map(({ heldMs }) => heldMs));
  const hold = Math.floor((shortest * HOLD_SHARE) / step) * step;
  // Where both are as long, holding tells nothing apart.
  return hold > longestStray ? Math.min(most, Math.max(least, hold)) : USUAL.holdMs;
}

/** Heard from near, it is to be heard from the next room too. */
function alarmFor(heardAt: number | null): Partial<Accessibility> {
  const { most } = RANGES.alarmLoudness;
  if (heardAt === null) return { alarmLoudness: most, alarmTone: 'rich', screenFlash: true };
  if (heardAt >= most) return { alarmLoudness: most, alarmTone: 'rich' };
  return { alarmLoudness: heardAt >= USUAL.alarmLoudness ? most : USUAL.alarmLoudness };
}

/** The next step up that the range has. */
function inRange(value: number, { least, most, step }: Range): number {
  const stepped = least + Math.ceil((value - least) / step) * step;
  return Math.min(most, Math.max(least, stepped));
}
