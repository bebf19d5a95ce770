import { keepHere, keptHere } from '#kit/web/kept-here.ts';

/** The timezone of the household whose tablet this is, for when the settings cannot be read. */
const PLACE = 'household-timezone';

/** Where it cannot be kept it is known when the settings are. */
export function rememberTimezone(household: string, timezone: string): void {
  keepHere(PLACE, `${household} ${timezone}`);
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
