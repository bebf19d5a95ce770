/** The timezone of the household whose tablet this is, for when the settings cannot be read. */
const PLACE = 'household-timezone';

export function rememberTimezone(household: string, timezone: string): void {
  try {
    localStorage.setItem(PLACE, `${household} ${timezone}`);
  } catch {
    // Full or forbidden: it is then known when the settings are.
  }
}

/** What was remembered of that household, and of no other. */
export function rememberedTimezone(household: string): string | undefined {
  try {
    const [whose, timezone] = localStorage.getItem(PLACE)?.split(' ') ?? [];
    return whose === household ? timezone : undefined;
  } catch {
    return undefined;
  }
}

/** Nobody is signed in here any more. */
export function forgetTimezone(): void {
  try {
    localStorage.removeItem(PLACE);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
