/** Read so much at once, in bytes, that a page goes on meanwhile. */
const CHUNK = 1024 * 1024;

/** The SHA-256 of a file, in hexadecimal digits; rejects when it cannot be read. */
export async function sha256Of(file: Blob): Promise<string> {
  // It is not there on a page that is not secure, as in a house without https.
  if ('subtle' in crypto) {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    return hexOf(new Uint8Array(digest));
  }
  const { sha256 } = await import('@noble/hashes/sha2.js');
  const hash = sha256.create();
  for (let at = 0; at < file.size; at += CHUNK) {
    hash.update(new Uint8Array(await file.slice(at, at + CHUNK).arrayBuffer()));
  }
  return hexOf(hash.digest());
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
