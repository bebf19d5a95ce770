import sharp from 'sharp';

const WIDTH = 1600;
const HEIGHT = 1200;

type Colour = readonly [red: number, green: number, blue: number];

/** A landscape as one would paint it for a child: a sky, a sun, two rows of hills. */
interface Landscape {
  readonly caption: string;
  readonly sky: readonly [top: Colour, horizon: Colour];
  readonly hills: readonly [far: Colour, near: Colour];
  /** Where the sun stands, from 0 to 1, from the left and from the top. */
  readonly sun: readonly [number, number];
}

export const DEMO_LANDSCAPES: readonly Landscape[] = [
  {
    caption: 'Evening at the lake house',
    sky: [
      [74, 53, 110],
      [250, 170, 110],
    ],
    hills: [
      [84, 66, 92],
      [38, 40, 66],
    ],
    sun: [0.62, 0.52],
  },
  {
    caption: 'The first warm day, behind the garden',
    sky: [
      [120, 180, 226],
      [226, 240, 244],
    ],
    hills: [
      [126, 168, 104],
      [74, 124, 70],
    ],
    sun: [0.22, 0.2],
  },
  {
    caption: 'Mount Greylock in October',
    sky: [
      [150, 186, 210],
      [246, 226, 190],
    ],
    hills: [
      [176, 96, 52],
      [126, 62, 34],
    ],
    sun: [0.8, 0.3],
  },
  {
    caption: 'Snow on the meadow',
    sky: [
      [168, 190, 214],
      [234, 238, 244],
    ],
    hills: [
      [224, 232, 242],
      [196, 208, 226],
    ],
    sun: [0.35, 0.3],
  },
  {
    caption: 'Cape Cod, early in the morning',
    sky: [
      [106, 140, 190],
      [255, 214, 170],
    ],
    hills: [
      [232, 208, 160],
      [204, 172, 118],
    ],
    sun: [0.5, 0.46],
  },
  {
    caption: '',
    sky: [
      [28, 38, 84],
      [96, 92, 150],
    ],
    hills: [
      [36, 48, 84],
      [18, 24, 48],
    ],
    sun: [0.74, 0.24],
  },
];

/** The landscape as a JPEG. */
export function paint({ sky, hills, sun }: Landscape): Promise<Buffer> {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y += 1) {
    const air = between(sky[0], sky[1], Math.min(1, y / (HEIGHT * 0.65)));
    for (let x = 0; x < WIDTH; x += 1) {
      const colour = hillAt(x, y, hills) ?? (isSun(x, y, sun) ? SUN : air);
      pixels.set(colour, (y * WIDTH + x) * 3);
    }
  }
  const raw = { width: WIDTH, height: HEIGHT, channels: 3 } as const;
  return sharp(pixels, { raw }).jpeg({ quality: 88 }).toBuffer();
}

const SUN: Colour = [255, 240, 196];
const SUN_RADIUS = 96;

function isSun(x: number, y: number, [left, top]: readonly [number, number]): boolean {
  return Math.hypot(x - left * WIDTH, y - top * HEIGHT) < SUN_RADIUS;
}

function hillAt(x: number, y: number, [far, near]: readonly [Colour, Colour]): Colour | undefined {
  const at = (x / WIDTH) * Math.PI;
  if (y > HEIGHT * (0.82 - 0.07 * Math.sin(at * 1.6 + 2))) return near;
  return y > HEIGHT * (0.66 - 0.08 * Math.sin(at * 2.3)) ? far : undefined;
}

function between(one: Colour, other: Colour, share: number): Colour {
  const mix = (at: 0 | 1 | 2) => Math.round(one[at] + (other[at] - one[at]) * share);
  return [mix(0), mix(1), mix(2)];
}
