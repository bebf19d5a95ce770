import sharp from 'sharp';

let seed = 0;

/**
 * Returns a JPEG of noise, which differs at each call and hardly compresses: it has about two bytes
 * for each of its `side` × `side` pixels.
 */
export function noisyPhoto(side: number): Promise<Buffer> {
  seed += 1;
  const pixels = Buffer.alloc(side * side * 3);
  let state = seed;
  for (let at = 0; at < pixels.length; at += 1) {
    // One step of a linear congruential generator.
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    pixels[at] = state >>> 24;
  }
  const raw = { width: side, height: side, channels: 3 as const };
  return sharp(pixels, { raw }).jpeg({ quality: 97, chromaSubsampling: '4:4:4' }).toBuffer();
}
