import { registerOffsets, type ZoneOffsets } from '#platform/shared/zoned-time.ts';
import { readLocal, writeLocal } from '#platform/web/local-values.ts';

/**
 * Storage key of the household's time zone and offsets, used if the settings cannot be loaded:
 * '<household> <timezone> <offsets as JSON>'.
 */
const PLACE = 'household-timezone';

/**
 * Stores the time zone. If the storage is unavailable, the time zone is known only after the
 * settings are loaded.
 */
export function rememberTimezone(
  household: string,
  timezone: string,
  offsets: ZoneOffsets = [],
): void {
  writeLocal(PLACE, `${household} ${timezone} ${JSON.stringify(offsets)}`);
}

/** Registers the stored offsets, which are used until the server sends its own. */
export function registerRememberedOffsets(): void {
  const [, timezone, offsets] = readLocal(PLACE)?.split(' ') ?? [];
  try {
    // An earlier version stored no offsets.
    if (timezone && offsets) registerOffsets(timezone, JSON.parse(offsets));
  } catch {
    // A damaged entry is replaced when the settings are loaded.
  }
}

/** Returns the stored time zone of this household; undefined if another one was stored. */
export function rememberedTimezone(household: string): string | undefined {
  const [whose, timezone] = readLocal(PLACE)?.split(' ') ?? [];
  return whose === household ? timezone : undefined;
}

/** Called at sign-out. */
export function forgetTimezone(): void {
  writeLocal(PLACE, undefined);
}
