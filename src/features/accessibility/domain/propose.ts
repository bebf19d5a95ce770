import type { Accessibility } from '../contract.ts';
import { RANGES, type Range } from '../limits.ts';
import { DEFAULT_ACCESSIBILITY as USUAL } from './defaults.ts';
import type { Measured } from './press-verdict.ts';

/** A contact with the screen during the step in which suns are touched. */
export interface SunTouch extends Measured {
  /** True if the contact began on the sun; otherwise it was accidental or missed the sun. */
  readonly isOnSun: boolean;
}

/** The results of a fitting; a skipped step is undefined. */
export interface Findings {
  readonly touches?: readonly SunTouch[] | undefined;
  readonly textSize?: number | undefined;
  /** Loudness in percent at which the elder heard the alarm; null if they heard none. */
  readonly heardAt?: number | null | undefined;
  readonly speechRate?: number | undefined;
  readonly hand?: Accessibility['hand'] | undefined;
}

/** Minimum number of touches of the sun; with fewer, no touch settings are proposed. */
const MIN_TOUCHES = 4;

/** Two contacts with one target within this time count as one trembling press. */
const TREMBLE_MS = 1800;

/**
 * Reserves that are added to the measured values, because a hand is steadier on some days than on
 * others.
 */
const DRIFT_RESERVE_PX = 10;
const REPEAT_RESERVE_MS = 200;

/**
 * Fraction of the shortest intended press that is proposed as hold time, so that every intended
 * press would have counted.
 */
const HOLD_SHARE = 0.7;

/** Minimum number of stray contacts before a hold time is proposed. */
const MIN_STRAYS = 2;

/** The preferences that a fitting determines, in the order of its steps. */
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
 * Returns the preferences that fit the elder and differ from `present`. Touch tolerance and
 * loudness are never proposed below the defaults.
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
  if (meant.length < MIN_TOUCHES) return {};
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

/** Returns a hold time that accepts every intended press and rejects every stray contact. */
function holdFor(meant: readonly SunTouch[], strays: readonly SunTouch[]): number {
  if (strays.length < MIN_STRAYS) return USUAL.holdMs;
  const { least, most, step } = RANGES.holdMs;
  const longestStray = Math.max(...strays.map(({ heldMs }) => heldMs));
  const shortest = Math.min(...meant.map(({ heldMs }) => heldMs));
  const hold = Math.floor((shortest * HOLD_SHARE) / step) * step;
  // If stray contacts are as long as presses, a hold time cannot separate them.
  return hold > longestStray ? Math.min(most, Math.max(least, hold)) : USUAL.holdMs;
}

/**
 * The alarm is proposed louder than the elder needs next to the tablet, so that it is audible in
 * the next room.
 */
function alarmFor(heardAt: number | null): Partial<Accessibility> {
  const { most } = RANGES.alarmLoudness;
  if (heardAt === null) return { alarmLoudness: most, alarmTone: 'rich', screenFlash: true };
  if (heardAt >= most) return { alarmLoudness: most, alarmTone: 'rich' };
  return { alarmLoudness: heardAt >= USUAL.alarmLoudness ? most : USUAL.alarmLoudness };
}

/** Rounds up to the next step of the range. */
function inRange(value: number, { least, most, step }: Range): number {
  const stepped = least + Math.ceil((value - least) / step) * step;
  return Math.min(most, Math.max(least, stepped));
}
