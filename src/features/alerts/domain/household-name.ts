import { formatList } from '#platform/shared/format-list.ts';

/** Maximum number of names in the name of a household; the rest are counted. */
const MAX_NAMES = 3;

/** Names a household after its elders, or by its number if they have no names. */
export function householdName(
  people: readonly { readonly name: string }[],
  number: string,
): string {
  const names = people.flatMap(({ name }) => (name === '' ? [] : [name])).sort();
  if (names.length === 0) return number;
  const shown = names.length > MAX_NAMES ? names.slice(0, MAX_NAMES - 1) : names;
  const more = names.length - shown.length;
  return formatList(more > 0 ? [...shown, `${more} more`] : shown);
}
