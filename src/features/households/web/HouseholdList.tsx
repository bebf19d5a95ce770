import { Button as AriaButton } from 'react-aria-components';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { useNow } from '#platform/web/use-now.ts';
import type { Household } from '../contract.ts';
import { householdMessage, nextDoseMessage, toneOf } from '../domain/household-messages.ts';
import { useEnterHousehold } from './queries.ts';
import { ToneDot } from './ToneDot.tsx';

const ROLE_NAMES = { super_admin: 'Super admin', admin: 'Admin', user: 'User' };

const LOUD = 'border-danger bg-danger-tint';

interface HouseholdListProps {
  households: readonly Household[];
  /** The path to open in the selected household. */
  path: string;
}

/** The households with their status; a press switches to one. */
export function HouseholdList({ households, path }: HouseholdListProps) {
  return (
    <ul aria-label="Households" className="grid gap-3 tablet:grid-cols-2 broad:grid-cols-3">
      {households.map((household) => (
        <li key={household.id} className="grid">
          <OneHousehold household={household} path={path} />
        </li>
      ))}
    </ul>
  );
}

function OneHousehold({ household, path }: { household: Household; path: string }) {
  const now = useNow(MINUTE_MS);
  const enter = useEnterHousehold(path);
  const { id, name, accountNumber, role, isPresent } = household;
  const tone = toneOf(household);
  const about = [
    nextDoseMessage(household),
    name === accountNumber ? '' : accountNumber,
    ROLE_NAMES[role],
    isPresent ? 'You are here' : '',
  ];
  return (
    <AriaButton
      isPending={enter.isPending}
      onPress={() => enter.run(id)}
      className={`flex min-h-24 items-start gap-3.5 rounded-box border-2 px-5 py-4 text-left data-hovered:bg-sunk ${tone === 'alarm' ? LOUD : 'border-line bg-surface'}`}
    >
      <ToneDot tone={tone} />
      <span className="min-w-0 leading-snug wrap-anywhere">
        <span className="block font-bold text-section">{name}</span>
        <span className="block font-semibold">{householdMessage(household, now)}</span>
        <span className="mt-1 block text-help text-soft">{about.filter(Boolean).join(' · ')}</span>
      </span>
    </AriaButton>
  );
}
