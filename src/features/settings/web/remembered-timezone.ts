import { registerOffsets, type ZoneOffsets } from '#kit/shared/zoned-time.ts';
import { keepHere, keptHere } from '#kit/web/kept-here.ts';

/**
 * The timezone of the household whose tablet this is and its offsets, for when the settings cannot be
 * read: '<household> <timezone> <offsets as JSON>'.
 */
const PLACE = 'household-timezone';

/** Where it cannot be kept it is known when the settings are. */
export function rememberTimezone(
  household: string,
  timezone: string,
  offsets: ZoneOffsets = [],
): void {
  keepHere(PLACE, `${household} ${timezone} ${JSON.stringify(offsets)}`);
}

/** Times are shown by the remembered offsets until the server sends its own. */
export function registerRememberedOffsets(): void {
  const [, timezone, offsets] = keptHere(PLACE)?.split(' ') ?? [];
  try {
    // A former version stored no offsets.
    if (timezone && offsets) registerOffsets(timezone, JSON.parse(offsets));
  } catch {
    // A damaged entry is replaced when the settings come.
  }
}

/** What was remembered of that household, and of no other. */
export function rememberedTimezone(household: string): string | undefined {
  const [whose, timezone] = keptHere(PLACE)?.split(' ') ?? [];
  return whose === household ? timezone : undefined;
}

/** Nobody is signed in here any more. */
export function forgetTimezone(): void {
  keepHere(PLACE, undefined);
}
