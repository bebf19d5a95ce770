import { useCurrentUser } from '#features/sessions/web/queries.ts';
import { useAtHand } from '#kit/web/use-at-hand.ts';
import { useAskedMeasures } from './asked-query.ts';

const load = async () => (await import('./MeasuresToday.tsx')).MeasuresToday;

/**
 * What the family asks whoever is here to measure; nothing, and nothing is loaded, where they ask for
 * nothing. Where it cannot be loaded the doses beside it stay.
 */
export function MeasuresOnMyDay({ now, timezone }: { now: Date; timezone: string | undefined }) {
  const user = useCurrentUser().data;
  const { data: all = [], dataUpdatedAt } = useAskedMeasures();
  // Whoever of the family opens this screen stands in for the one elder who is asked.
  const [first, second] = all;
  const own = user?.role === 'user' ? all.find(({ userId }) => userId === user.id) : first;
  const isOnly = user?.role === 'user' || second === undefined;
  const isWanted = own !== undefined && own.kinds.length > 0 && isOnly;
  const wish = { afterMs: 0, isWanted, isNeeded: true, again: dataUpdatedAt };
  const MeasuresToday = useAtHand(load, wish);
  if (own === undefined || timezone === undefined || MeasuresToday === undefined) return null;
  return <MeasuresToday asked={own} now={now} timezone={timezone} />;
}
