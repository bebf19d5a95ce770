import type { Person } from './contract.ts';

type Known = Pick<Person, 'id' | 'role' | 'firstName' | 'lastName'>;

/** One who is looked after, by a name that tells them apart. */
export interface Elder {
  readonly id: string;
  readonly name: string;
}

/** What is for nobody alone is for everyone. */
const EVERYONE = 'Everyone';

/** Those whom something can be for: as long as there is one elder, nobody needs to be asked. */
export function eldersToTell(people: readonly Known[]): readonly Elder[] {
  const elders = namedElders(people);
  return elders.length < 2 ? [] : elders;
}

/** All who are looked after, by such names. */
export function namedElders(people: readonly Known[]): readonly Elder[] {
  const elders = people.filter(({ role }) => role === 'user');
  return elders.map(({ id, firstName, lastName }) => {
    const same = elders.filter((other) => other.firstName === firstName);
    return { id, name: same.length > 1 ? `${firstName} ${lastName}` : firstName };
  });
}

/** Whose something is, in a word. */
export function whoseMessage(id: string | null, elders: readonly Elder[]): string {
  return elders.find((one) => one.id === id)?.name ?? EVERYONE;
}

/** So many names stand for a household; of more it is said how many there are. */
const MOST_NAMES = 3;

/** What a household is called: by those who are looked after there. */
export function householdName(
  people: readonly { readonly name: string }[],
  number: string,
): string {
  const names = people.flatMap(({ name }) => (name === '' ? [] : [name])).toSorted();
  if (names.length === 0) return number;
  const shown = names.length > MOST_NAMES ? names.slice(0, MOST_NAMES - 1) : names;
  const more = names.length - shown.length;
  const all = more > 0 ? [...shown, `${more} more`] : shown;
  const last = all.at(-1) ?? '';
  return all.length === 1 ? last : `${all.slice(0, -1).join(', ')} and ${last}`;
}
