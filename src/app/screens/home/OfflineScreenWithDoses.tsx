import { OfflineDoses } from '#features/medications/web/elder/OfflineDoses.tsx';
import {
  OfflineScreen,
  type OfflineScreenProps,
  OfflineStrip,
} from '#features/tablet/web/OfflineScreen.tsx';

/**
 * The offline screen: covers an elder's screens while the device is offline, but shows the time and
 * the next dose.
 */
export function OfflineScreenWithDoses(props: OfflineScreenProps) {
  const { timezone, looksPast, ...screen } = props;
  if (looksPast) return <OfflineStrip />;
  return (
    <OfflineScreen {...screen}>
      <OfflineDoses timezone={timezone} />
    </OfflineScreen>
  );
}
