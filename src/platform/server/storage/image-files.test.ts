import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { endsEarly, isBareWebp, kindOf, withoutTraps } from './image-files.ts';

const START = Buffer.from('89504e470d0a1a0a', 'hex');

function chunk(name: string, content: Buffer = Buffer.alloc(4)): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(content.length, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}

const packed = (size: number) =>
  Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(Buffer.alloc(size))]);

const png = (...chunks: Buffer[]) => Buffer.concat([START, ...chunks]);
const namesIn = (file: Buffer | undefined) =>
  file?.toString('latin1').match(/[a-zA-Z]{4}(?=\0{4})/g);

it.each([
  ['ffd8ffe000104a464946', 'jpeg'],
  ['89504e470d0a1a0a0000', 'png'],
  ['474946383961', 'gif'],
  ['474946383761', 'gif'],
  ['524946461a000000574542505650', 'webp'],
  ['524946461a00000057415645', undefined],
  ['474946383061', undefined],
  ['49492a00', undefined],
  ['', undefined],
])('the bytes %s begin a %s', (bytes, kind) => {
  expect(kindOf(Buffer.from(bytes, 'hex'))).toBe(kind);
});

describe('withoutTraps of a PNG', () => {
  it('only chunks that affect the appearance remain', () => {
    const chunks = [
      'IHDR',
      'tEXt',
      'zTXt',
      'iTXt',
      'sRGB',
      'acTL',
      'PLTE',
      'tIME',
      'IDAT',
      'fdAT',
      'IDAT',
      'eXIf',
      'IEND',
    ];
    const bare = withoutTraps(png(...chunks.map((name) => chunk(name))), 'png');
    expect(namesIn(bare)).toEqual(['IHDR', 'sRGB', 'PLTE', 'IDAT', 'IDAT', 'eXIf', 'IEND']);
  });

  it('bytes after the end are removed', () => {
    const whole = png(chunk('IHDR'), chunk('IEND'));
    expect(withoutTraps(Buffer.concat([whole, Buffer.from('more')]), 'png')).toEqual(whole);
  });

  it('a colour profile is accepted if it is small when decompressed', () => {
    const file = (size: number) => png(chunk('IHDR'), chunk('iCCP', packed(size)), chunk('IEND'));
    expect(withoutTraps(file(1_000_000), 'png')).toEqual(file(1_000_000));
    expect(withoutTraps(file(1_100_000), 'png')).toBeUndefined();
  });

  it('a file without an end, with a chunk beyond it, or with too many chunks is refused', () => {
    const beyond = Buffer.concat([Buffer.from('7fffffff', 'hex'), Buffer.from('IDAT1234')]);
    const many = Array<Buffer>(10_000).fill(chunk('tEXt'));
    for (const file of [png(chunk('IHDR')), png(beyond), png(...many, chunk('IEND')), START]) {
      expect(withoutTraps(file, 'png')).toBeUndefined();
    }
  });
});

it.each([
  ['jpeg', 'ffd8ffe1ffd9ffda00', true],
  ['jpeg', 'ffd8ffdaffd9', false],
  ['jpeg', 'ffd8ff', true],
  ['png', '89504e470d0a1a0a', true],
  ['gif', '47494638396100', true],
  ['gif', '4749463839613b', false],
  ['webp', '524946460800000057454250', true],
  ['webp', '524946460400000057454250', false],
] as const)('a %s with the bytes %s ends early: %s', (kind, bytes, isCut) => {
  expect(endsEarly(Buffer.from(bytes, 'hex'), kind)).toBe(isCut);
});

it('a JPEG may have at most 64 scans', () => {
  const scans = (count: number) =>
    Buffer.concat(Array<Buffer>(count).fill(Buffer.from('ffda00', 'hex')));
  expect(withoutTraps(scans(64), 'jpeg')).toEqual(scans(64));
  expect(withoutTraps(scans(65), 'jpeg')).toBeUndefined();
});

describe('isBareWebp of a file', () => {
  const part = (name: string, content: string) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(content.length);
    return Buffer.concat([Buffer.from(name), length, Buffer.from(content.padEnd(2, '\0'))]);
  };
  const webp = (...parts: Buffer[]) => {
    const body = Buffer.concat([Buffer.from('WEBP'), ...parts]);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(body.length);
    return Buffer.concat([Buffer.from('RIFF'), length, body]);
  };

  it.each([
    [webp(part('VP8 ', 'ab')), true],
    [webp(part('VP8X', 'ab'), part('ALPH', 'c'), part('VP8L', 'ab')), true],
    [webp(part('VP8 ', 'ab'), part('EXIF', 'ab')), false],
    [webp(part('VP8 ', 'ab'), part('ANMF', 'ab')), false],
    [Buffer.concat([webp(part('VP8 ', 'ab')), Buffer.from('more')]), false],
    [webp(part('VP8 ', 'ab'), Buffer.from('more')), false],
    [webp(part('VP8 ', 'ab')).subarray(0, -1), false],
    [Buffer.from('RIFF'), false],
  ])('case %#: %s is %s', (file, isBare) => {
    expect(isBareWebp(file)).toBe(isBare);
  });
});
