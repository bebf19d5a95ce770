export const COUNTRIES = [
  'United States',
  'Canada',
  'United Kingdom',
  'Australia',
  'Other',
] as const;

/**
 * True if addresses in the country need one of the listed states; elsewhere a region is optional.
 */
export function hasListedStates(country: string): boolean {
  return country === 'United States';
}
