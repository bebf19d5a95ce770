import { presentState } from '#features/alerts/tablet-state.ts';
import { todaysDoses } from '#features/medications/server.ts';
import { listDevicesOf } from '#features/sessions/server.ts';
import type { MemberContext } from '#kit/server/feature.ts';
import { type Answer, answerOf, type DoseState, doseState } from '../answer.ts';

/** Today's doses as they stand now; what is for nobody of these people is everybody's: none is lost. */
export async function standingDoses(context: MemberContext, userIds: readonly string[]) {
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

/** The devices of these people, with how each is now. */
export async function standingDevices(context: MemberContext, userIds: readonly string[]) {
  const devices = await listDevicesOf(context, userIds);
  return devices.map((device) => {
    const { state, until } = presentState(device, context.now);
    context.cacheUntil(until);
    // Of one that answers, when exactly it was heard last would be news twice a minute.
    return { ...device, state, silentSince: state === 'gone' ? device.lastSeenAt : null };
  });
}

interface Standing<Dose, Device> {
  readonly doses: readonly Dose[];
  readonly devices: readonly Device[];
  /** 'Away until Sunday' of somebody who is; null is who is not there yet. */
  readonly away: (userId: string | null) => string | undefined;
}

/** What of all that is a person's, and the answer; null stands for the household. */
export function answerFor<
  Dose extends { readonly userId: string; readonly state: DoseState },
  Device extends Awaited<ReturnType<typeof standingDevices>>[number],
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
