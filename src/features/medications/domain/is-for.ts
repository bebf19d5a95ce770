/**
 * Returns a predicate: true if an item of the household is for the elder. In a household with one
 * elder, all items are for that elder, including those of a person who has left.
 */
export function isFor(elderId: string | undefined, elders: number) {
  return ({ userId }: { readonly userId: string }): boolean =>
    elders < 2 || userId === 'system' || userId === elderId;
}
