import type { QueryClient } from '@tanstack/react-query';
import { registerOffsets, showUnknownZonesInUtc } from '#platform/shared/zoned-time.ts';
import type { StoredSettings } from '../contract.ts';
import { SETTINGS } from './queries.ts';
import { registerRememberedOffsets } from './remembered-timezone.ts';

/**
 * Shows all times of the household with the server's offsets, because this browser may not know its
 * time zone, or have outdated data. They are registered before a screen renders new settings.
 */
export function followOffsets(client: QueryClient): void {
  showUnknownZonesInUtc();
  registerRememberedOffsets();
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== SETTINGS[0]) return;
    const { timezone, timezoneOffsets } = (query.state.data ?? {}) as Partial<StoredSettings>;
    if (timezone && timezoneOffsets) registerOffsets(timezone, timezoneOffsets);
  });
}
