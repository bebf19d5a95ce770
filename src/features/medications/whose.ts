/**
 * Whether something of a household is for an elder: it is theirs or everybody's, and where there is
 * one elder all of it is, also what was somebody's who has left.
 */
export function isFor(elderId: string | undefined, elders: number) {
  return ({ userId }: { readonly userId: string }): boolean =>
    elders < 2 || userId === 'system' || userId === elderId;
}
