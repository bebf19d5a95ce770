/** Returns 'Ann', 'Ann and Ben' or 'Ann, Ben and Cleo'; empty for an empty list. */
export function formatList(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
