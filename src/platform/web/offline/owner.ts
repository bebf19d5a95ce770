/**
 * The person to whom data stored on this device belongs. While another person is signed in, the
 * data is neither shown nor delivered.
 */
export interface Owner {
  readonly person: string;
  readonly household: string;
}

export function isSameOwner(one: Owner, other: Owner): boolean {
  return one.person === other.person && one.household === other.household;
}
