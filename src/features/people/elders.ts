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
