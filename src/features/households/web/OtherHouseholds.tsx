import { HouseholdList } from './HouseholdList.tsx';
import { useHouseholds } from './queries.ts';

/** Links to the person's other households, shown while the current one has expired. */
export function OtherHouseholds({ path }: { path: string }) {
  const { data = [] } = useHouseholds();
  const others = data.filter(({ isPresent }) => !isPresent);
  if (others.length === 0) return null;
  return (
    <section aria-label="Your other households" className="mt-4 w-full text-ink">
      <HouseholdList households={others} path={path} />
    </section>
  );
}
