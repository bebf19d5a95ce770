/** The countries in the list, with their codes (ISO 3166-1). */
export const COUNTRY_CODES: Readonly<Record<string, string>> = {
  'United States': 'US',
  Canada: 'CA',
  'United Kingdom': 'GB',
  Australia: 'AU',
  Germany: 'DE',
  France: 'FR',
  Italy: 'IT',
  Spain: 'ES',
  Netherlands: 'NL',
  Sweden: 'SE',
  Norway: 'NO',
  Denmark: 'DK',
};

/** Returns the list of countries, including the stored one. */
export function countryChoices(stored: string): string[] {
  return withStored(Object.keys(COUNTRY_CODES), stored);
}

/**
 * Adds the stored value as first entry if the list does not contain it; an empty value adds
 * nothing.
 */
export function withStored(choices: readonly string[], stored: string): string[] {
  return stored === '' || choices.includes(stored) ? [...choices] : [stored, ...choices];
}
