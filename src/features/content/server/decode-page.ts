/** Decodes a page with the encoding that its header or its first bytes declare. */
export function decodePage(bytes: Buffer, headers: Readonly<Record<string, string>>): string {
  const named = /charset=["']?([\w.:-]+)/i;
  const inHeader = named.exec(headers['content-type'] ?? '')?.[1];
  const inPage = named.exec(bytes.subarray(0, 2048).toString('latin1'))?.[1];
  return decoderFor(inHeader ?? inPage ?? 'utf-8').decode(bytes);
}

function decoderFor(name: string) {
  try {
    return new TextDecoder(name);
  } catch {
    // The declared encoding is unknown, so UTF-8 is used.
    return new TextDecoder();
  }
}
