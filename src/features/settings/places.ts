/** The countries that are offered, with their codes (ISO 3166-1). */
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

/** The list of countries; the stored one is there whatever it is. */
export function countryChoices(stored: string): string[] {
  return withStored(Object.keys(COUNTRY_CODES), stored);
}

/** The list with the stored one first where it is not one of them; nothing stored adds nothing. */
export function withStored(choices: readonly string[], stored: string): string[] {
  return stored === '' || choices.includes(stored) ? [...choices] : [stored, ...choices];
}
