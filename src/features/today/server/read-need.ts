import { presentState } from '#features/alerts/tablet-state.ts';
import { whoIsAway } from '#features/away/server.ts';
import { todaysDoses } from '#features/medications/server.ts';
import { namedElders } from '#features/people/elders.ts';
import { listDevicesOf } from '#features/sessions/server.ts';
import type { MemberContext } from '#kit/server/feature.ts';
import { type Answer, answerOf, byNeed, type DoseState, doseState } from '../answer.ts';
import { peopleOf } from './read-today.ts';

/**
 * The answer of each who is looked after, as `readToday` has it, in a few statements, for a list of
 * many households: who, since when, and when the next dose is.
 */
export async function readNeed(context: MemberContext) {
  const everybody = await peopleOf(context);
  const elders = namedElders(everybody);
  const ids = elders.map(({ id }) => id);
  const { doses, timezone, validUntil } = await todaysDoses(context.db, context, context.now);
  context.cacheUntil(validUntil);
  const stood = doses.map(({ item }) => {
    const scheduledTime = new Date(item.scheduledTime);
    const { state, until } = doseState({ status: item.status, scheduledTime }, context.now);
    if (until) context.cacheUntil(until);
    const userId = ids.includes(item.userId) ? item.userId : 'system';
    return { userId, state, name: item.medication.name, scheduledTime: item.scheduledTime };
  });
  const tablets = (await listDevicesOf(context, ids)).map((device) => {
    const { state, until } = presentState(device, context.now);
    context.cacheUntil(until);
    return {
      userId: device.userId,
      state,
      silentSince: state === 'gone' ? device.lastSeenAt : null,
    };
  });
  const away = await whoIsAway(context, timezone);
  const people = elders.length > 0 ? elders : [{ id: null, name: '' }];
  return {
    timezone,
    nextDoseAt: stood.find(({ state }) => state === 'later')?.scheduledTime ?? null,
    people: byNeed(
      people.map(({ id, name }) => {
        const own = stood.filter(({ userId }) => userId === id || userId === 'system');
        const theirs = tablets.filter(({ userId }) => userId === id);
        const answer = answerOf({
          isSomebody: id !== null,
          isAway: away(id) !== undefined,
          doses: own.map(({ state }) => state),
          tablets: theirs.map(({ state }) => state),
        });
        return { name, answer, since: sinceWhen(answer, own, theirs) };
      }),
    ),
  };
}

/** Since when it is as the answer says, where that has a beginning. */
function sinceWhen(
  answer: Answer,
  doses: readonly { readonly state: DoseState; readonly scheduledTime: string }[],
  tablets: readonly { readonly silentSince: string | null }[],
): string | null {
  if (answer === 'tablet-silent') {
    return (
      tablets
        .flatMap(({ silentSince }) => silentSince ?? [])
        .toSorted()
        .at(-1) ?? null
    );
  }
  const wanted = { overdue: 'overdue', missed: 'missed', open: 'due' }[String(answer)];
  return doses.find(({ state }) => state === wanted)?.scheduledTime ?? null;
}
