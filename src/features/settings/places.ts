/** The countries that are offered. */
const COUNTRIES = [
  'United States',
  'Canada',
  'United Kingdom',
  'Australia',
  'Germany',
  'France',
  'Italy',
  'Spain',
  'Netherlands',
  'Sweden',
  'Norway',
  'Denmark',
];

/** The list of countries; the stored one is there whatever it is. */
export function countryChoices(stored: string): string[] {
  return withStored(COUNTRIES, stored);
}

/** The list with the stored one first where it is not one of them; nothing stored adds nothing. */
export function withStored(choices: readonly string[], stored: string): string[] {
  return stored === '' || choices.includes(stored) ? [...choices] : [stored, ...choices];
}
