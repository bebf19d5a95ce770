import { OfflineDoses } from '#features/medications/web/elder/OfflineDoses.tsx';
import {
  OfflineScreen,
  type OfflineScreenProps,
  OfflineStrip,
} from '#features/tablet/web/OfflineScreen.tsx';

/** Covers an elder's screens while there is no connection: the time and the next dose stay. */
export function OfflineScreenWithDoses(props: OfflineScreenProps) {
  const { timezone, looksPast, ...screen } = props;
  if (looksPast) return <OfflineStrip />;
  return (
    <OfflineScreen {...screen}>
      <OfflineDoses timezone={timezone} />
    </OfflineScreen>
  );
}
