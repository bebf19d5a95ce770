import { whoIsAway } from '#features/away/server.ts';
import { namedElders } from '#features/people/domain/elders.ts';
import type { MemberContext } from '#platform/server/feature.ts';
import { type Answer, byNeed, type DoseState } from '../domain/answer.ts';
import { answerFor, readDeviceStates, readDoseStates } from './current-states.ts';
import { peopleOf } from './read-today.ts';

/**
 * Reads the answer about each elder, as `readToday` computes it, in a few statements, for a list of
 * many households: the person, the time since the answer applies, and the next dose.
 */
export async function readNeed(context: MemberContext) {
  const everybody = await peopleOf(context);
  const elders = namedElders(everybody);
  const ids = elders.map(({ id }) => id);
  const { stood: doses, timezone } = await readDoseStates(context, ids);
  const devices = await readDeviceStates(context, ids);
  const away = await whoIsAway(context, timezone);
  const people = elders.length > 0 ? elders : [{ id: null, name: '' }];
  return {
    timezone,
    nextDoseAt: doses.find(({ state }) => state === 'later')?.item.scheduledTime ?? null,
    people: byNeed(
      people.map(({ id, name }) => {
        const { answer, own, theirs } = answerFor(id, { doses, devices, away });
        return { name, answer, since: sinceWhen(answer, own, theirs) };
      }),
    ),
  };
}

/** Returns when the present answer began to apply; null if it has no definite start. */
function sinceWhen(
  answer: Answer,
  doses: readonly {
    readonly state: DoseState;
    readonly item: { readonly scheduledTime: string };
  }[],
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
  return doses.find(({ state }) => state === wanted)?.item.scheduledTime ?? null;
}
