/**
 * Collects all bytes into one buffer; throws the error of `tooMuch` if there are more than `most`.
 */
export async function readLimited(
  source: AsyncIterable<Uint8Array>,
  most: number,
  tooMuch: () => Error,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > most) throw tooMuch();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
