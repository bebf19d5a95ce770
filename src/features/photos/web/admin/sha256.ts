/** Number of bytes hashed in one step, so that the page stays responsive. */
const CHUNK = 1024 * 1024;

/** Returns the SHA-256 of a file in hexadecimal; rejects if it cannot be read. */
export async function sha256Of(file: Blob): Promise<string> {
  // `crypto.subtle` is missing on an insecure page, for example in a home network without HTTPS.
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
