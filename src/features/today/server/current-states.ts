import { presentState } from '#features/alerts/domain/tablet-state.ts';
import { todaysDoses } from '#features/medications/server.ts';
import { listDevicesOf } from '#features/sessions/server.ts';
import type { MemberContext } from '#platform/server/feature.ts';
import { type Answer, answerOf, type DoseState, doseState } from '../domain/answer.ts';

/**
 * Returns today's doses with their present state. A dose for a person who is not among `userIds` is
 * assigned to `system`, so that none is lost.
 */
export async function readDoseStates(context: MemberContext, userIds: readonly string[]) {
  const { doses, timezone, isEmpty, validUntil } = await todaysDoses(
    context.db,
    context,
    context.now,
  );
  context.cacheUntil(validUntil);
  const stood = doses.map((one) => {
    const { status, scheduledTime, userId } = one.item;
    const dose = { status, scheduledTime: new Date(scheduledTime) };
    const { state, until } = doseState(dose, context.now);
    if (until) context.cacheUntil(until);
    return { ...one, state, userId: userIds.includes(userId) ? userId : 'system' };
  });
  return { stood, timezone, isEmpty };
}

/** Returns the devices of these people with their present state. */
export async function readDeviceStates(context: MemberContext, userIds: readonly string[]) {
  const devices = await listDevicesOf(context, userIds);
  return devices.map((device) => {
    const { state, until } = presentState(device, context.now);
    context.cacheUntil(until);
    // `silentSince` is null for a reachable device: the time of its last request would invalidate
    // the cache twice a minute.
    return { ...device, state, silentSince: state === 'gone' ? device.lastSeenAt : null };
  });
}

interface Standing<Dose, Device> {
  readonly doses: readonly Dose[];
  readonly devices: readonly Device[];
  /**
   * Returns 'Away until Sunday' for an elder who is away; null represents the household while it
   * has no elder.
   */
  readonly away: (userId: string | null) => string | undefined;
}

/** Returns the doses, the devices and the answer of a person; null represents the household. */
export function answerFor<
  Dose extends { readonly userId: string; readonly state: DoseState },
  Device extends Awaited<ReturnType<typeof readDeviceStates>>[number],
>(
  id: string | null,
  { doses, devices, away }: Standing<Dose, Device>,
): { answer: Answer; own: Dose[]; theirs: Device[] } {
  const own = doses.filter(({ userId }) => userId === id || userId === 'system');
  const theirs = devices.filter(({ userId }) => userId === id);
  const answer = answerOf({
    isSomebody: id !== null,
    isAway: away(id) !== undefined,
    doses: own.map(({ state }) => state),
    tablets: theirs.map(({ state }) => state),
  });
  return { answer, own, theirs };
}
