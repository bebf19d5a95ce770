import { AddHouseholdLink } from '#features/households/web/AddHouseholdLink.tsx';
import { SubscriptionTab } from '#features/subscription/web/SubscriptionTab.tsx';
import { NEW_HOUSEHOLD_PATH } from '../../paths.ts';

export function Subscription() {
  return (
    <div className="grid gap-6">
      <SubscriptionTab />
      <AddHouseholdLink path={NEW_HOUSEHOLD_PATH} />
    </div>
  );
}
