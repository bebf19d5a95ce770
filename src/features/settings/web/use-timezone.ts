import { useEffect } from 'react';
import { useCurrentUser } from '#features/sessions/web/queries.ts';
import { canShowZone } from '#platform/shared/zoned-time.ts';
import { useSettings } from './queries.ts';
import { rememberedTimezone, rememberTimezone } from './remembered-timezone.ts';

/**
 * The household's time zone from the settings or from this device's storage. Undefined while
 * unknown, or if its offsets are unknown to this browser; then no time is shown instead of a wrong
 * one.
 */
export function useTimezone(): string | undefined {
  const { timezone: known, timezoneOffsets: offsets } = useSettings().data ?? {};
  const household = useCurrentUser().data?.accountNumber;
  useEffect(() => {
    if (household !== undefined && known !== undefined) rememberTimezone(household, known, offsets);
  }, [household, known, offsets]);
  const timezone = known ?? (household === undefined ? undefined : rememberedTimezone(household));
  return timezone && canShowZone(timezone) ? timezone : undefined;
}
