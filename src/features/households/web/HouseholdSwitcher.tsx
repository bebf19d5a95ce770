import { lazyPart, renderNothing } from '#platform/web/lazy-part.tsx';
import { useHouseholds } from './queries.ts';
import type { SwitcherProps } from './switcher-props.ts';

// Loaded on demand, because most people have only one household.
const HouseholdMenu = lazyPart(
  async () => (await import('./HouseholdMenu.tsx')).HouseholdMenu,
  renderNothing,
);

/** Shows the current household and switches to another; nothing for a person with one household. */
export function HouseholdSwitcher(props: SwitcherProps) {
  const { data: households = [] } = useHouseholds();
  return households.length < 2 ? null : <HouseholdMenu {...props} households={households} />;
}
