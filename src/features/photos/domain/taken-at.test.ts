import { describe, expect, it } from 'vitest';
import { takenAtIn } from './taken-at.ts';

interface Note {
  date?: string;
  order?: 'II' | 'MM';
  head?: string;
  type?: number;
  /** Offset of the directory according to the header. */
  list?: number;
  entries?: number;
}

/**
 * Builds EXIF data with the time a photo was taken: a directory whose only entry points to a second
 * one.
 */
function exif({
  date = '2024:07:14 16:05:09',
  order = 'II',
  head = 'Exif\0\0',
  type = 2,
  list = 8,
  entries = 1,
}: Note = {}): Uint8Array {
  const isLittle = order === 'II';
  const body = new DataView(new ArrayBuffer(64));
  const entry = (at: number, tag: number, kind: number, count: number, value: number) => {
    body.setUint16(at, entries, isLittle);
    body.setUint16(at + 2, tag, isLittle);
    body.setUint16(at + 4, kind, isLittle);
    body.setUint32(at + 6, count, isLittle);
    body.setUint32(at + 10, value, isLittle);
  };
  const bytes = new Uint8Array(body.buffer);
  const write = (text: string, at: number) =>
    bytes.set(
      Array.from(text, (letter) => letter.charCodeAt(0)),
      at,
    );
  write(order, 0);
  body.setUint16(2, 42, isLittle);
  body.setUint32(4, list, isLittle);
  entry(8, 0x8769, 4, 1, 22);
  entry(22, 0x9003, type, 20, 40);
  write(date, 40);
  return new Uint8Array([...Array.from(head, (letter) => letter.charCodeAt(0)), ...bytes]);
}

describe('time a photo was taken', () => {
  it.each([
    ['in little-endian EXIF', exif(), '2024-07-14T16:05:09'],
    ['in big-endian EXIF', exif({ order: 'MM' }), '2024-07-14T16:05:09'],
    ['without the Exif prefix of JPEG', exif({ head: '' }), '2024-07-14T16:05:09'],
    ['in a date with dashes', exif({ date: '2024-07-14 16:05:09' }), '2024-07-14T16:05:09'],
    ['on a leap day', exif({ date: '2024:02:29 23:59:59' }), '2024-02-29T23:59:59'],
  ])('the time is read unchanged: %s', (_, notes, takenAt) => {
    expect(takenAtIn(notes)).toBe(takenAt);
  });

  it.each([
    ['there is no EXIF block', undefined],
    ['the EXIF block is empty', new Uint8Array()],
    ['the byte order is invalid', exif({ order: 'II', head: 'Exif\0\0XX' })],
    ['the camera clock was not set', exif({ date: '0000:00:00 00:00:00' })],
    ['the time is blank', exif({ date: '    :  :     :  :  ' })],
    ['the day does not exist', exif({ date: '2023:02:29 10:00:00' })],
    ['the hour does not exist', exif({ date: '2023:02:28 25:00:00' })],
    ['the value is no text', exif({ type: 3 })],
    ['the offset of the list is beyond the end', exif({ list: 4_000_000_000 })],
    ['the list claims thousands of entries', exif({ date: '', entries: 65_535 })],
    ['the block is truncated', exif().subarray(0, 50)],
    ['the block is truncated after 9 bytes', exif().subarray(0, 9)],
  ])('the time is null when %s', (_, notes) => {
    expect(takenAtIn(notes)).toBeNull();
  });
});
