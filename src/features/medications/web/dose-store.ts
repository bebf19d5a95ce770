import { createStore } from '#platform/web/create-store.ts';
import type { Waiting } from '#platform/web/offline/outbox.ts';
import type { Entry } from '#platform/web/offline/outbox-rules.ts';
import type { LogStatus, UpcomingMedication } from '../contract.ts';
import { keyOf } from './reminder-machine.ts';

/** The name of the outbox for answers to doses. */
export const PRESSES = 'presses';

export interface DosePress {
  /** The server's id of the dose; absent for an as-needed dose. */
  readonly doseId?: string | undefined;
  readonly medicationId: string;
  readonly scheduledTime: string;
  readonly status: LogStatus;
  /**
   * The tablet showed the dose as pending: the server must refuse if it is already logged as taken.
   */
  readonly unlessTaken?: boolean;
  /** True if the dose was taken knowingly although it had been taken already. */
  readonly isOneMore?: boolean;
}

/** An answer in the outbox of this tablet, until it is delivered. */
export type Press = Entry<DosePress>;

/** Local state of this tablet that supplements the answers of the server. */
export interface ShownDoses {
  /**
   * The doses that this tablet computed, shown in place of a server response that is no longer
   * valid.
   */
  readonly doses: readonly UpcomingMedication[] | undefined;
  /** The date of the last server response, if it is too old to be trusted; otherwise undefined. */
  readonly oldSince: string | undefined;
  /** The undelivered presses of this tablet, in their order. */
  readonly presses: readonly WaitingPress[];
}

export type WaitingPress = Waiting<DosePress>;

const NOTHING: ShownDoses = { doses: undefined, oldSince: undefined, presses: [] };

const kept = createStore(NOTHING);

export const { get: shownDoses, watch: watchShownDoses, useValue: useShownDoses } = kept;

export function showStoredDoses(change: Partial<ShownDoses>): void {
  const before = kept.get();
  const next = { ...before, ...change };
  const isSame = before.doses === next.doses && before.presses === next.presses;
  if (!isSame || before.oldSince !== next.oldSince) kept.set(next);
}

/**
 * Clears the local state when another person signs in, who must not see the data of the previous
 * one.
 */
export function hideShownDoses(): void {
  if (kept.get() !== NOTHING) showStoredDoses(NOTHING);
}

/** Returns the dose with an answer given at that time (ISO instant). */
export function withAnswer(
  dose: UpcomingMedication,
  status: LogStatus,
  at: string | null,
): UpcomingMedication {
  return { ...dose, status, answeredAt: status === 'pending' ? null : at };
}

/** Returns the doses with the undelivered presses applied; the last press of each dose counts. */
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

/** Returns the last undelivered press of each dose, by `keyOf`. */
export function pressesByDose<Pressed extends Pick<Press, 'medicationId' | 'scheduledTime'>>(
  presses: readonly Pressed[],
): ReadonlyMap<string, Pressed> {
  return new Map(presses.map((press) => [keyOf(press), press]));
}
