import { keepText, keptText } from '#kit/web/kept-text.ts';

/** The timezone of the household whose tablet this is, for when the settings cannot be read. */
const PLACE = 'household-timezone';

export function rememberTimezone(household: string, timezone: string): void {
  keepText(PLACE, `${household} ${timezone}`);
}

/** What was remembered of that household, and of no other. */
export function rememberedTimezone(household: string): string | undefined {
  const [whose, timezone] = keptText(PLACE)?.split(' ') ?? [];
  return whose === household ? timezone : undefined;
}

/** Nobody is signed in here any more. */
export const forgetTimezone = () => keepText(PLACE, null);
