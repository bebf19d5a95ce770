/** Whose a device was when it kept something: nobody else sees it, and nobody else delivers it. */
export interface Owner {
  readonly person: string;
  readonly household: string;
}

/** Whether it is the same person of the same household. */
export function isSameOwner(one: Owner, other: Owner): boolean {
  return one.person === other.person && one.household === other.household;
}
