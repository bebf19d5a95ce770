import { performance } from 'node:perf_hooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  chunk,
  chunkBomb,
  gif,
  NO_PICTURES,
  PICTURES_WITHOUT_PIXELS,
  pillPicture,
  pixelFlood,
  png,
  profileBomb,
  scanBomb,
  textBomb,
} from '#testing/hostile-pictures.ts';
import { type PictureServer, pictureServer, upload } from '#testing/picture-server.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';

let pictures: PictureServer;
let family: TestHousehold;
beforeAll(async () => {
  pictures = await pictureServer();
  family = await pictures.server.household();
});
afterAll(() => pictures.close());

const FIVE_MB = 5 * 1024 * 1024;
const NOT_AN_IMAGE = { error: 'Please upload an image file.', code: 'not-a-picture' };
const ENDS_EARLY = {
  error: 'This picture is damaged: it ends too early.',
  code: 'damaged-picture',
};
const TOO_LARGE = { error: 'Please upload an image smaller than 5MB.', code: 'too-large' };

describe('files that are not pictures', () => {
  afterEach(async () => expect(await pictures.files()).toEqual([]));

  it.each(Object.entries(NO_PICTURES))(
    '%s is rejected with any name and type',
    async (_, bytes) => {
      for (const part of [{}, { name: 'pill.png', type: 'image/png' }]) {
        expect(expectStatus(await upload(family, bytes, part), 415).body).toEqual(NOT_AN_IMAGE);
      }
    },
  );

  it.each(Object.entries(PICTURES_WITHOUT_PIXELS))(
    '%s is rejected as damaged',
    async (_, bytes) => {
      expect(expectStatus(await upload(family, bytes), 415).body.code).toBe('damaged-picture');
    },
  );

  it.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    'a truncated %s file is rejected as damaged',
    async (format) => {
      const whole = await pillPicture(300, 200).toFormat(format).toBuffer();
      for (const part of [0.3, 0.7]) {
        const cut = whole.subarray(0, Math.floor(whole.length * part));
        expect(expectStatus(await upload(family, cut), 415).body).toEqual(ENDS_EARLY);
      }
    },
  );

  it('a PNG with a wrong checksum or chunk length is rejected', async () => {
    const whole = await pillPicture(30, 20).png().toBuffer();
    const wrongSum = Buffer.from(whole);
    const pixels = whole.indexOf('IDAT') + 10;
    wrongSum.writeUInt8(255 - wrongSum.readUInt8(pixels), pixels);
    const wrongLength = Buffer.from(whole);
    wrongLength.writeUInt32BE(0xfffffff0, 33);
    for (const bytes of [wrongSum, wrongLength]) expectStatus(await upload(family, bytes), 415);
  });

  it('a file above 5 MB is rejected, even without a content length', async () => {
    const large = Buffer.alloc(FIVE_MB + 1, await pillPicture(30, 20).png().toBuffer());
    expect(expectStatus(await upload(family, large), 413).body).toEqual(TOO_LARGE);
    const huge = Buffer.alloc(FIVE_MB + 100_000);
    expect(expectStatus(await upload(family, huge), 413).body).toEqual(TOO_LARGE);
  });
});

describe('unusual but valid pictures', () => {
  it('a picture of exactly 5 MB is accepted', async () => {
    const picture = await pillPicture(30, 20).jpeg().toBuffer();
    const padded = Buffer.concat([picture, Buffer.alloc(FIVE_MB - picture.length)]);
    expectStatus(await upload(family, padded), 201);
  });

  it('a picture with text and a small colour profile is accepted', async () => {
    const words = chunk('zTXt', Buffer.from('Comment\0\0not even packed', 'latin1'));
    expectStatus(await upload(family, png(8, 8, [words])), 201);
    const profiled = await pillPicture(30, 20).withIccProfile('p3').png().toBuffer();
    expect(profiled.includes('iCCP')).toBe(true);
    expectStatus(await upload(family, profiled), 201);
  });

  it('only the first frame of an animation is stored', async () => {
    const { imageUrl } = expectStatus(await upload(family, await gif(3000)), 201).body;
    const one = expectStatus(await upload(family, await gif(1)), 201).body;
    expect(imageUrl).toBe(one.imageUrl);
  });
});

function mostHeld() {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  return {
    grownBy() {
      clearInterval(timer);
      return most - before;
    },
  };
}

const BOMBS: [string, () => Buffer | Promise<Buffer>, number][] = [
  ['2.5 thousand million pixels in a few bytes', pixelFlood, 413],
  ['51 million pixels', () => png(8500, 6000), 413],
  [
    'a picture in passes that must be held whole',
    () => pillPicture(5001, 5000).jpeg({ progressive: true }).toBuffer(),
    413,
  ],
  ['48 KB of packed words that are 50 MB', textBomb, 201],
  ['48 KB of packed profile that is 50 MB', profileBomb, 415],
  ['50,000 chunks', chunkBomb, 415],
  ['a JPEG that paints over itself a thousand times', scanBomb, 415],
];

describe('decompression bombs and overload', () => {
  it.each(BOMBS)(
    'twenty concurrent bombs of %s are answered within 2 seconds and store nothing',
    async (_, make, status) => {
      const bomb = await make();
      expect(bomb.length).toBeLessThan(FIVE_MB);
      const own = await pictures.server.household();
      const before = (await pictures.files()).length;
      const held = mostHeld();
      const start = performance.now();
      const answers = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const answer = await upload(own, bomb);
          return { answer, ms: performance.now() - start };
        }),
      );
      for (const { answer, ms } of answers) {
        expectStatus(answer, status);
        expect(ms).toBeLessThan(2000);
      }
      expect(held.grownBy()).toBeLessThan(20 * 2 * bomb.length + 100_000_000);
      expect((await pictures.files()).length).toBe(before + (status === 201 ? 1 : 0));
    },
  );

  it('returns 503 for too many concurrent uploads, and accepts later ones', async () => {
    const picture = await pillPicture(1500, 1000).png().toBuffer();
    const answers = await Promise.all(Array.from({ length: 60 }, () => upload(family, picture)));
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers['retry-after']).toBe('5');
    expect(refused[0]?.body.code).toBe('too-busy');
    expectStatus(await upload(family, picture), 201);
  });
});
