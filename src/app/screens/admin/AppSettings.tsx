import { YourData } from '#features/household/web/YourData.tsx';
import type { User } from '#features/sessions/contract.ts';
import { SettingsTab } from '#features/settings/web/SettingsTab.tsx';

/** The settings; for a super admin also what can be done with all that belongs to the household. */
export function AppSettings({ user }: { user: User }) {
  return (
    <div className="grid gap-5.5">
      <SettingsTab />
      {user.role === 'super_admin' ? <YourData customerId={user.accountNumber} /> : null}
    </div>
  );
}
