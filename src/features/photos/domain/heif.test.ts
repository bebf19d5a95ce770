import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { heifAdvice, heifKind, notesAnywhere, withTakenAt } from './heif.ts';
import { takenAtIn } from './taken-at.ts';

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const heic = new Uint8Array(readFileSync(new URL('../turned.testing.heic', import.meta.url)));

it.each([
  ['\0\0\0\x1cftypheic', 'HEIC'],
  ['\0\0\0\x1cftypmif1', 'HEIC'],
  ['\0\0\0\x1cftypavif', 'AVIF'],
  ['\0\0\0\x1cftypmp42', undefined],
  ['\xff\xd8\xff\xe0\0\x10JFIF\0\x01', undefined],
  ['ftypheic', undefined],
  ['', undefined],
])('a file that begins with %j is recognized as %s', (head, expected) => {
  expect(heifKind(bytesOf(head))).toBe(expected);
});

it('only the advice for HEIC mentions iPhones', () => {
  expect(heifAdvice('HEIC')).toContain('iPhone');
  expect(heifAdvice('AVIF')).toBe('Please save it as JPG and choose that.');
});

describe('time of a HEIF photo', () => {
  it('the time is found in the EXIF data of any file', () => {
    expect(heifKind(heic)).toBe('HEIC');
    expect(takenAtIn(notesAnywhere(heic))).toBe('2024-07-14T16:05:09');
  });

  it('a file without EXIF data has no time', () => {
    expect(notesAnywhere(bytesOf('Exif\0\0--, II*, MM'))).toBeUndefined();
  });

  it('withTakenAt adds the time to a JPEG and changes nothing else', async () => {
    const plain = await sharp({ create: { width: 4, height: 3, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
    const noted = withTakenAt(new Uint8Array(plain), '2024-07-14T16:05:09');
    const { width, height, format, exif } = await sharp(noted).metadata();
    expect({ width, height, format }).toEqual({ width: 4, height: 3, format: 'jpeg' });
    expect(takenAtIn(exif)).toBe('2024-07-14T16:05:09');
    expect(await sharp(noted).raw().toBuffer()).toEqual(await sharp(plain).raw().toBuffer());
  });
});
