import { useEffect } from 'react';
import { useCurrentUser } from '#features/sessions/web/queries.ts';
import { useSettings } from './queries.ts';
import { rememberedTimezone, rememberTimezone } from './remembered-timezone.ts';

/**
 * The household's timezone, by its settings or as this device remembers it. While it is undefined no
 * time is shown: none is better than that of another place.
 */
export function useTimezone(): string | undefined {
  const known = useSettings().data?.timezone;
  const household = useCurrentUser().data?.accountNumber;
  useEffect(() => {
    if (household !== undefined && known !== undefined) rememberTimezone(household, known);
  }, [household, known]);
  return known ?? (household === undefined ? undefined : rememberedTimezone(household));
}
