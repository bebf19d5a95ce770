/** Where a picture's own notes are, by their numbers in the EXIF standard. */
const PHOTO_NOTES = 0x8769;
const DATE_TAKEN = 0x9003;

const ASCII = 2;

/** No sound picture has more notes of one kind. */
const MOST_NOTES = 1000;

/**
 * When a camera says that it took a picture, from the EXIF notes of the file: YYYY-MM-DDTHH:MM:SS
 * on the camera's own clock. Null when it says nothing, or nothing that is a time.
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
  // What is no day of the calendar comes out as another one.
  return instant.toISOString().startsWith(written) ? written : null;
}

/** Reads numbers in the byte order that the notes name; beyond their end everything is 0. */
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
    /** The place of the note with that number in the list at `list`. */
    find(list: number, number: number): number | undefined {
      const count = Math.min(u16(list), MOST_NOTES);
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
