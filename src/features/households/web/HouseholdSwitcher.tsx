import { lazyPart, nothing } from '#kit/web/lazy-part.tsx';
import { useHouseholds } from './queries.ts';
import type { SwitcherProps } from './switcher-props.ts';

// Most people have one household: what opens a menu is loaded for the others alone.
const HouseholdMenu = lazyPart(
  async () => (await import('./HouseholdMenu.tsx')).HouseholdMenu,
  nothing,
);

/** Which household this is, and the way into the others; nothing for who has one. */
export function HouseholdSwitcher(props: SwitcherProps) {
  const { data: households = [] } = useHouseholds();
  return households.length < 2 ? null : <HouseholdMenu {...props} households={households} />;
}
