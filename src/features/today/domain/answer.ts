import type { PresentState } from '#features/alerts/domain/tablet-state.ts';
import type { LogStatus } from '#features/medications/contract.ts';
import { lateness, popupCloses } from '#features/medications/domain/lateness.ts';

export const DOSE_STATES = ['later', 'due', 'overdue', 'taken', 'skipped', 'missed'] as const;

export type DoseState = (typeof DOSE_STATES)[number];

/** Returns the present state of a dose, and until when it lasts if the dose is not answered. */
export function doseState(
  { status, scheduledTime }: { readonly status: LogStatus; readonly scheduledTime: Date },
  now: Date,
): { readonly state: DoseState; readonly until?: Date } {
  if (status !== 'pending') return { state: status };
  switch (lateness(scheduledTime, now).kind) {
    case 'upcoming':
      return { state: 'later', until: scheduledTime };
    case 'overdue':
      return { state: 'overdue' };
    default:
      return { state: 'due', until: popupCloses(scheduledTime) };
  }
}

/** The one-word answers to whether a person is all right, most urgent first. */
export const ANSWERS = [
  'overdue',
  'missed',
  'tablet-silent',
  'open',
  'cannot-ring',
  'no-person',
  'no-tablet',
  'away',
  'nothing-today',
  'all-right',
] as const;

export type Answer = (typeof ANSWERS)[number];

/** The visual emphasis of an answer; `alarm` is the strongest. */
export const TONE_NAMES = ['alarm', 'bad', 'late', 'open', 'quiet', 'good'] as const;

export type Tone = (typeof TONE_NAMES)[number];

interface Known {
  /** True for an elder; false for the household itself, which is shown while it has no elder. */
  readonly isSomebody: boolean;
  /**
   * True if the elder is away: no doses are expected, and the state of the tablet does not matter.
   */
  readonly isAway: boolean;
  /** The states of today's doses of the elder and of `system`. */
  readonly doses: readonly DoseState[];
  /** The states of the elder's devices. */
  readonly tablets: readonly PresentState[];
}

/** Returns the first answer that applies. For an elder who is away, tablets are ignored. */
export function answerOf({ isSomebody, isAway, doses, tablets }: Known): Answer {
  const isTrue: Record<Answer, boolean> = {
    overdue: doses.includes('overdue'),
    missed: doses.includes('missed'),
    away: isAway,
    // The state `gone` requires that all tablets are unreachable; one working tablet is enough.
    'tablet-silent': !isAway && tablets.length > 0 && tablets.every((state) => state === 'gone'),
    open: doses.includes('due'),
    'cannot-ring': !isAway && tablets.length > 0 && !tablets.some(mayRing),
    'no-person': !isSomebody,
    'no-tablet': !isAway && tablets.length === 0,
    'nothing-today': doses.length === 0,
    'all-right': true,
  };
  return ANSWERS.find((answer) => isTrue[answer]) ?? 'all-right';
}

/** True if a tablet may ring; an unknown state does not count as a problem. */
function mayRing(state: PresentState): boolean {
  return state === 'sounding' || state === 'not known';
}

/** Sorts the most urgent people first. */
export function byNeed<Person extends { readonly answer: Answer; readonly name: string }>(
  people: readonly Person[],
): Person[] {
  return [...people].sort(
    (one, other) =>
      ANSWERS.indexOf(one.answer) - ANSWERS.indexOf(other.answer) ||
      one.name.localeCompare(other.name, 'en'),
  );
}
