import { TryAlarmThere } from '#features/alarm-tests/web/TryAlarmThere.tsx';
import { TabletCards } from '#features/today/web/TabletCards.tsx';

/** What each tablet needs to ring, and its alarm to be tried from here. */
export function Tablets() {
  return (
    <TabletCards
      tryAlarm={(tablet, personId, timezone) => (
        <TryAlarmThere userId={personId} device={tablet} timezone={timezone} />
      )}
    />
  );
}
