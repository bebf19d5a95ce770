/** HEIF brands (ISO 23008-12) of photos from phones, and those of AVIF. */
const HEIC = /^ftyp(heic|heix|hevc|heim|heis|mif1|msf1)/;
const AVIF = /^ftyp(avif|avis)/;

/** Number of bytes at the start of a file that identify its kind. */
export const HEAD_BYTES = 12;

/** Returns the kind of a HEIF file by its first bytes; undefined for other files. */
export function heifKind(head: Uint8Array): 'HEIC' | 'AVIF' | undefined {
  const brand = String.fromCharCode(...head.subarray(4, HEAD_BYTES));
  if (HEIC.test(brand)) return 'HEIC';
  return AVIF.test(brand) ? 'AVIF' : undefined;
}

/** Advice for a photo of that kind that cannot be read. */
export function heifAdvice(kind: 'HEIC' | 'AVIF'): string {
  const iphone = ' An iPhone makes JPG when Settings › Camera › Formats is set to Most Compatible.';
  return `Please save it as JPG and choose that.${kind === 'HEIC' ? iphone : ''}`;
}

/** First bytes of EXIF data (a TIFF structure) in both byte orders. */
const NOTES = ['II*\0\x08\0\0\0', 'MM\0*\0\0\0\x08'];
const NOTES_BEGIN = 8;

/** Searches a file for EXIF data; undefined without any. */
export function notesAnywhere(bytes: Uint8Array): Uint8Array | undefined {
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte !== 0x49 && byte !== 0x4d) continue;
    const begin = String.fromCharCode(...bytes.subarray(at, at + NOTES_BEGIN));
    if (NOTES.includes(begin)) return bytes.subarray(at);
  }
  return undefined;
}

const EXIF = [0x45, 0x78, 0x69, 0x66, 0, 0];

/** Adds EXIF data with only the time (YYYY-MM-DDTHH:MM:SS) to a JPEG. */
export function withTakenAt(jpeg: Uint8Array, takenAt: string): Uint8Array<ArrayBuffer> {
  const text = `${takenAt.replaceAll('-', ':').replace('T', ' ')}\0`;
  // Little-endian TIFF: one directory that points to a second one with the date.
  const tiff = [
    ...[0x49, 0x49, 42, 0, ...u32(8)],
    ...[1, 0, 0x69, 0x87, 4, 0, ...u32(1), ...u32(26), ...u32(0)],
    ...[1, 0, 0x03, 0x90, 2, 0, ...u32(text.length), ...u32(44), ...u32(0)],
    ...[...text].map((letter) => letter.charCodeAt(0)),
  ];
  const length = 2 + EXIF.length + tiff.length;
  const segment = [0xff, 0xe1, length >> 8, length & 0xff, ...EXIF, ...tiff];
  const start = 2;
  const noted = new Uint8Array(jpeg.length + segment.length);
  noted.set(jpeg.subarray(0, start));
  noted.set(segment, start);
  noted.set(jpeg.subarray(start), start + segment.length);
  return noted;
}

function u32(value: number): number[] {
  return [value & 0xff, (value >> 8) & 0xff, 0, 0];
}
