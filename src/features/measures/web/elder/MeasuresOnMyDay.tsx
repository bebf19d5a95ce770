import { useCurrentUser } from '#features/sessions/web/queries.ts';
import { lazyPart, nothing } from '#kit/web/lazy-part.tsx';
import { useAskedMeasures } from './asked-query.ts';

const MeasuresToday = lazyPart(
  async () => (await import('./MeasuresToday.tsx')).MeasuresToday,
  nothing,
);

/** What the family asks whoever is here to measure; nothing, and nothing is loaded, where they ask for nothing. */
export function MeasuresOnMyDay({ now, timezone }: { now: Date; timezone: string | undefined }) {
  const user = useCurrentUser().data;
  const all = useAskedMeasures().data ?? [];
  // Whoever of the family opens this screen stands in for the one elder who is asked.
  const [first, second] = all;
  const own = user?.role === 'user' ? all.find(({ userId }) => userId === user.id) : first;
  const isOnly = user?.role === 'user' || second === undefined;
  if (own === undefined || own.kinds.length === 0 || !isOnly || timezone === undefined) return null;
  return <MeasuresToday asked={own} now={now} timezone={timezone} />;
}
