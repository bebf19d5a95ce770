import type { Person } from '../contract.ts';

type Known = Pick<Person, 'id' | 'role' | 'firstName' | 'lastName'>;

/** An elder with a name that is unique in the household. */
export interface Elder {
  readonly id: string;
  readonly name: string;
}

/** The label of something that belongs to no single elder. */
const EVERYONE = 'Everyone';

/** Returns the elders to choose from; empty if there is only one, so that no choice is needed. */
export function eldersToTell(people: readonly Known[]): readonly Elder[] {
  const elders = namedElders(people);
  return elders.length < 2 ? [] : elders;
}

/** Returns all elders with unique names. */
export function namedElders(people: readonly Known[]): readonly Elder[] {
  const elders = people.filter(({ role }) => role === 'user');
  return elders.map(({ id, firstName, lastName }) => {
    const same = elders.filter((other) => other.firstName === firstName);
    return { id, name: same.length > 1 ? `${firstName} ${lastName}` : firstName };
  });
}

/** Returns the name of the elder to whom something belongs. */
export function ownerName(id: string | null, elders: readonly Elder[]): string {
  return elders.find((one) => one.id === id)?.name ?? EVERYONE;
}
