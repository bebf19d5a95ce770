/**
 * The person whose data is stored on a device. Data of another owner is neither shown nor
 * delivered.
 */
export interface Owner {
  readonly person: string;
  readonly household: string;
}

export function isSameOwner(one: Owner, other: Owner): boolean {
  return one.person === other.person && one.household === other.household;
}
