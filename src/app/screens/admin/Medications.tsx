import { DeviceAlerts } from '#features/alerts/web/DeviceAlerts.tsx';
import { MedicationsTab } from '#features/medications/web/admin/MedicationsTab.tsx';
import { SendConfirmation } from '#features/people/web/SendConfirmation.tsx';
import { TabletZones } from '#features/people/web/TabletZones.tsx';
import type { User } from '#features/sessions/contract.ts';
import { StockBox } from '#features/stock/web/StockBox.tsx';

/** The medications of the household, and where this person is alerted of missed doses. */
export function Medications({ user }: { user: User }) {
  const alerts = <DeviceAlerts userId={user.id} confirm={<SendConfirmation userId={user.id} />} />;
  return (
    <MedicationsTab
      notices={<TabletZones />}
      alerts={alerts}
      stock={(timezone) => <StockBox timezone={timezone} />}
    />
  );
}
