import { DeviceAlerts } from '#features/alerts/web/DeviceAlerts.tsx';
import { AwayBox } from '#features/away/web/admin/AwayBox.tsx';
import { useAway } from '#features/away/web/away-query.ts';
import { MedicationsTab } from '#features/medications/web/admin/MedicationsTab.tsx';
import { SendConfirmation } from '#features/people/web/SendConfirmation.tsx';
import { TabletZones } from '#features/people/web/TabletZones.tsx';
import type { User } from '#features/sessions/contract.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import { StockBox } from '#features/stock/web/StockBox.tsx';
import { lazyPart, renderNothing } from '#platform/web/lazy-part.tsx';

const MeasuresTab = lazyPart(
  async () => (await import('#features/measures/web/admin/MeasuresTab.tsx')).MeasuresTab,
);

const MeasuresOnSheet = lazyPart(
  async () => (await import('#features/measures/web/admin/MeasuresSheet.tsx')).MeasuresOnSheet,
  renderNothing,
);

const DoctorActions = lazyPart(
  async () => (await import('./DoctorActions.tsx')).DoctorActions,
  renderNothing,
);

/**
 * The medications of the household, and the channels by which the signed-in person receives alerts.
 */
export function Medications({ user }: { user: User }) {
  const timezone = useSettings().data?.timezone ?? 'America/New_York';
  const away = useAway().data ?? [];
  const alerts = (
    <>
      <AwayBox timezone={timezone} />
      <DeviceAlerts userId={user.id} confirm={<SendConfirmation userId={user.id} />} />
    </>
  );
  return (
    <MedicationsTab
      timezone={timezone}
      notices={<TabletZones />}
      alerts={alerts}
      stock={<StockBox timezone={timezone} />}
      away={away}
      doctorActions={(shown) => <DoctorActions {...shown} />}
      measures={<MeasuresTab timezone={timezone} />}
      besides={(userId, from, to) => <MeasuresOnSheet {...{ userId, from, to, timezone }} />}
    />
  );
}
