import type { Waiting } from '#kit/web/offline/outbox.ts';
import type { Entry } from '#kit/web/offline/outbox-rules.ts';
import { watched } from '#kit/web/watched.ts';
import type { LogStatus, UpcomingMedication } from '../contract.ts';
import { keyOf } from './reminder-machine.ts';

/** The name of the outbox of what was pressed of doses. */
export const PRESSES = 'presses';

/** What was said of a dose. */
export interface Said {
  /** The dose as the server names it; none for what is taken as needed. */
  readonly doseId?: string | undefined;
  readonly medicationId: string;
  readonly scheduledTime: string;
  readonly status: LogStatus;
  /** Nobody had said so as far as this tablet knew: whoever did is told of first. */
  readonly unlessTaken?: boolean;
  /** Taken although it was taken already. */
  readonly isOneMore?: boolean;
}

/** The same, said on this tablet, until the server has it. */
export type Press = Entry<Said>;

/** What this tablet adds by itself to the answers of the server. */
export interface ShownDoses {
  /** In the place of an answer that no longer holds. */
  readonly doses: readonly UpcomingMedication[] | undefined;
  /** The day of the last answer, where that is too long ago to be believed; else undefined. */
  readonly oldSince: string | undefined;
  /** What was pressed here and is not delivered yet, in its order. */
  readonly presses: readonly WaitingPress[];
}

export type WaitingPress = Waiting<Said>;

const NOTHING: ShownDoses = { doses: undefined, oldSince: undefined, presses: [] };

const kept = watched(NOTHING);

export const { get: shownDoses, watch: watchShownDoses, useValue: useShownDoses } = kept;

export function showStoredDoses(change: Partial<ShownDoses>): void {
  const before = kept.get();
  const next = { ...before, ...change };
  const isSame = before.doses === next.doses && before.presses === next.presses;
  if (!isSame || before.oldSince !== next.oldSince) kept.set(next);
}

/** Another person is here now: what was known of the last one is not theirs to see. */
export function hideShownDoses(): void {
  if (kept.get() !== NOTHING) showStoredDoses(NOTHING);
}

/** The dose as it is after somebody said that of it at that time, an ISO instant. */
export function withAnswer(
  dose: UpcomingMedication,
  status: LogStatus,
  at: string | null,
): UpcomingMedication {
  return { ...dose, status, answeredAt: status === 'pending' ? null : at };
}

/** The doses with what was pressed here: of each, the last press counts. */
export function withPresses(
  doses: readonly UpcomingMedication[],
  presses: readonly Pick<Press, 'medicationId' | 'scheduledTime' | 'status' | 'pressedAt'>[],
): readonly UpcomingMedication[] {
  const said = pressesByDose(presses);
  if (said.size === 0) return doses;
  return doses.map((dose) => {
    const press = said.get(keyOf(dose));
    return press ? withAnswer(dose, press.status, new Date(press.pressedAt).toISOString()) : dose;
  });
}

/** The last press of each dose that is not delivered yet, by `keyOf`. */
export function pressesByDose<Pressed extends Pick<Press, 'medicationId' | 'scheduledTime'>>(
  presses: readonly Pressed[],
): ReadonlyMap<string, Pressed> {
  return new Map(presses.map((press) => [keyOf(press), press]));
}
