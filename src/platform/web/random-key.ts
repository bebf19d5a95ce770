/**
 * Returns a unique key: 128 random bits as 32 hexadecimal digits. `randomUUID` does not exist on
 * insecure pages.
 */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
