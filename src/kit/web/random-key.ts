/** A key that nobody else makes, 128 bits as 32 digits: `randomUUID` is not there on a page that is not secure. */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
