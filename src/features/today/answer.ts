import type { PresentState } from '#features/alerts/tablet-state.ts';
import type { LogStatus } from '#features/medications/contract.ts';
import { lateness, popupCloses } from '#features/medications/lateness.ts';

/** How a dose of today stands. */
export const DOSE_STATES = ['later', 'due', 'overdue', 'taken', 'skipped', 'missed'] as const;

export type DoseState = (typeof DOSE_STATES)[number];

/** How a dose stands now, and the moment from which it stands otherwise though nobody says anything. */
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

/** Whether a person is all right, in one word: from what needs somebody most to what needs nobody. */
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

/** How loud an answer is: `alarm` is the one loud thing. */
export const TONE_NAMES = ['alarm', 'bad', 'late', 'open', 'quiet', 'good'] as const;

export type Tone = (typeof TONE_NAMES)[number];

interface Known {
  /** False for what is for the household while it has nobody who is looked after. */
  readonly isSomebody: boolean;
  /** Nobody waits for their doses, and how their tablet is does not matter. */
  readonly isAway: boolean;
  /** Today's, theirs and the household's. */
  readonly doses: readonly DoseState[];
  /** How each of their devices is. */
  readonly tablets: readonly PresentState[];
}

/** The first of the answers that is true; who is away needs nobody for their tablet. */
export function answerOf({ isSomebody, isAway, doses, tablets }: Known): Answer {
  const isTrue: Record<Answer, boolean> = {
    overdue: doses.includes('overdue'),
    missed: doses.includes('missed'),
    away: isAway,
    // Of several tablets one that is well is enough.
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

/** What has not been said is not taken for bad. */
function mayRing(state: PresentState): boolean {
  return state === 'sounding' || state === 'not known';
}

/** Those who need somebody first. */
export function byNeed<Person extends { readonly answer: Answer; readonly name: string }>(
  people: readonly Person[],
): Person[] {
  return [...people].sort(
    (one, other) =>
      ANSWERS.indexOf(one.answer) - ANSWERS.indexOf(other.answer) ||
      one.name.localeCompare(other.name, 'en'),
  );
}
