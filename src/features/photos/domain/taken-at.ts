/** Tag numbers of the EXIF standard. */
const PHOTO_NOTES = 0x8769;
const DATE_TAKEN = 0x9003;

const ASCII = 2;

/** Maximum entries of a directory; no valid picture has more. */
const MAX_NOTES = 1000;

/**
 * Returns the time a picture was taken from its EXIF data, as YYYY-MM-DDTHH:MM:SS by the camera's
 * clock. Null without a valid time.
 */
export function takenAtIn(exif: Uint8Array | undefined): string | null {
  const notes = notesIn(exif);
  if (notes === undefined) return null;
  const place = notes.find(notes.u32(4), PHOTO_NOTES);
  const date = place && notes.find(notes.u32(place + 8), DATE_TAKEN);
  if (date === undefined || notes.u16(date + 2) !== ASCII) return null;
  return timeOf(notes.text(notes.u32(date + 8), 19));
}

function timeOf(text: string): string | null {
  const [, year, month, day, time] =
    /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d:\d\d:\d\d)$/.exec(text) ?? [];
  const written = `${year}-${month}-${day}T${time}`;
  const instant = new Date(`${written}Z`);
  if (Number.isNaN(instant.getTime()) || year === '0000') return null;
  // JavaScript converts an invalid date to another valid one.
  return instant.toISOString().startsWith(written) ? written : null;
}

/** Reads numbers in the byte order of the EXIF data; returns 0 beyond their end. */
function notesIn(exif: Uint8Array | undefined) {
  if (exif === undefined) return undefined;
  const start = latin(exif.subarray(0, 6)) === 'Exif\0\0' ? 6 : 0;
  const bytes = exif.subarray(start);
  const order = latin(bytes.subarray(0, 2));
  if (order !== 'II' && order !== 'MM') return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = order === 'II';
  const u16 = (at: number) => (at + 2 <= bytes.length ? view.getUint16(at, isLittle) : 0);
  const u32 = (at: number) => (at + 4 <= bytes.length ? view.getUint32(at, isLittle) : 0);
  return {
    u16,
    u32,
    text: (at: number, length: number) => latin(bytes.subarray(at, at + length)),
    /** Returns the offset of the entry with that tag in the directory at `list`. */
    find(list: number, number: number): number | undefined {
      const count = Math.min(u16(list), MAX_NOTES);
      for (let at = list + 2; at < list + 2 + count * 12; at += 12) {
        if (u16(at) === number) return at;
      }
      return undefined;
    },
  };
}

function latin(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
