import { listed } from '#kit/shared/listed.ts';

/** So many names stand for a household; of more it is said how many there are. */
const MOST_NAMES = 3;

/** What a household is called: by those who are looked after there. */
export function householdName(
  people: readonly { readonly name: string }[],
  number: string,
): string {
  const names = people.flatMap(({ name }) => (name === '' ? [] : [name])).sort();
  if (names.length === 0) return number;
  const shown = names.length > MOST_NAMES ? names.slice(0, MOST_NAMES - 1) : names;
  const more = names.length - shown.length;
  return listed(more > 0 ? [...shown, `${more} more`] : shown);
}
