/** What the form of a new account offers. */
export const COUNTRIES = [
  'United States',
  'Canada',
  'United Kingdom',
  'Australia',
  'Other',
] as const;

/** Whether addresses of a country name one of the states that are listed; elsewhere a region may be named. */
export function hasListedStates(country: string): boolean {
  return country === 'United States';
}
