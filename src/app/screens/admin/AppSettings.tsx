import { useSearchParams } from 'wouter';
import { AccessibilityLinks } from '#features/accessibility/web/admin/AccessibilityLinks.tsx';
import { useDevicesAtTimes, useNamedElders } from '#features/people/web/queries.ts';
import type { User } from '#features/sessions/contract.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import { SettingsTab } from '#features/settings/web/SettingsTab.tsx';
import { lazyPart, renderNothing } from '#platform/web/lazy-part.tsx';
import { accessibilityPath, fittingPath } from './accessibility-path.ts';

const AccessibilityPage = lazyPart(
  async () =>
    (await import('#features/accessibility/web/admin/AccessibilityPage.tsx')).AccessibilityPage,
);
const AlertOrder = lazyPart(
  async () => (await import('#features/alerts/web/AlertOrder.tsx')).AlertOrder,
  renderNothing,
);
const Bin = lazyPart(async () => (await import('#features/bin/web/Bin.tsx')).Bin);
const YourData = lazyPart(
  async () => (await import('#features/household/web/YourData.tsx')).YourData,
);

/**
 * The settings tab, with links to the settings of each elder. A super admin also sees the actions
 * on the whole household.
 */
export function AppSettings({ user }: { user: User }) {
  const [search] = useSearchParams();
  const settings = useSettings().data;
  const elders = useNamedElders() ?? [];
  const elder = elders.find(({ id }) => id === search.get('for'));
  if (elder) {
    return <ElderAccessibility key={elder.id} elder={elder} />;
  }
  return (
    <div className="grid gap-5.5">
      <AccessibilityLinks
        elders={elders.map((each) => ({ ...each, path: accessibilityPath(each.id) }))}
      />
      <SettingsTab />
      <AlertOrder />
      {settings === undefined ? null : (
        <Bin timezone={settings.timezone} mayErasePeople={user.role === 'super_admin'} />
      )}
      {user.role === 'super_admin' ? <YourData customerId={user.accountNumber} /> : null}
    </div>
  );
}

function ElderAccessibility({ elder }: { elder: { id: string; name: string } }) {
  const { data: devices } = useDevicesAtTimes(elder.id);
  return <AccessibilityPage elder={elder} fittingPath={fittingPath(elder.id)} devices={devices} />;
}
