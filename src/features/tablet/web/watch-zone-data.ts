import type { QueryClient } from '@tanstack/react-query';
import type { StoredSettings } from '#features/settings/contract.ts';
import { SETTINGS } from '#features/settings/web/queries.ts';
import { isZoneDataOutdated } from '#platform/shared/zone-offsets.ts';
import { addDeviceFacts } from './device-facts.ts';

/**
 * Compares this browser's data of the household's time zone with the server's; returns a function
 * that stops this.
 */
export function watchZoneData(client: QueryClient): () => void {
  let compared: Partial<StoredSettings> = {};
  const compare = () => {
    const { timezone, timezoneOffsets } = client.getQueryData<StoredSettings>(SETTINGS) ?? {};
    if (!timezone || !timezoneOffsets) return;
    // Both values are compared: two zones with equal offsets share one table, so the table alone
    // would hide a change of the zone.
    if (timezone === compared.timezone && timezoneOffsets === compared.timezoneOffsets) return;
    compared = { timezone, timezoneOffsets };
    addDeviceFacts({ zoneDataOutdated: isZoneDataOutdated(timezone, timezoneOffsets) });
  };
  compare();
  return client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === SETTINGS[0]) compare();
  });
}
