import { RemoteAlarmTest } from '#features/alarm-tests/web/RemoteAlarmTest.tsx';
import { FrameOfTablet } from '#features/idle-frame/web/admin/FrameOfTablet.tsx';
import { TabletCards } from '#features/today/web/TabletCards.tsx';

/** A card for each tablet: whether it can ring, its alarm test, and its photo frame settings. */
export function Tablets() {
  return (
    <TabletCards
      tryAlarm={(tablet, personId, timezone) => (
        <RemoteAlarmTest userId={personId} device={tablet} timezone={timezone} />
      )}
      settings={(tablet, personId) => <FrameOfTablet userId={personId} device={tablet} />}
    />
  );
}
