import { useCurrentUser } from '#features/sessions/web/queries.ts';
import { usePreloaded } from '#platform/web/use-preloaded.ts';
import { useRequestedMeasures } from './requested-query.ts';

const load = async () => (await import('./MeasuresToday.tsx')).MeasuresToday;

/**
 * The measurements that the family requests on My Day. Nothing is loaded if they request none. If
 * loading fails, the doses next to them stay.
 */
export function MeasuresOnMyDay({ now, timezone }: { now: Date; timezone: string | undefined }) {
  const user = useCurrentUser().data;
  const { data: all = [], dataUpdatedAt } = useRequestedMeasures();
  // If an administrator opens this screen, the measurements of the only elder are shown.
  const [first, second] = all;
  const own = user?.role === 'user' ? all.find(({ userId }) => userId === user.id) : first;
  const isOnly = user?.role === 'user' || second === undefined;
  const isWanted = own !== undefined && own.kinds.length > 0 && isOnly;
  const wish = { afterMs: 0, isWanted, isNeeded: true, again: dataUpdatedAt };
  const MeasuresToday = usePreloaded(load, wish);
  if (own === undefined || timezone === undefined || MeasuresToday === undefined) return null;
  return <MeasuresToday asked={own} now={now} timezone={timezone} />;
}
