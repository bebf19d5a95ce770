import { expect, it } from 'vitest';
import { thumbnailWidths } from './sizes.ts';

it.each([
  ['a large one lying', 2560, 1920, [320, 640, 1280]],
  ['a large one standing', 1920, 2560, [240, 480, 960]],
  ['one that is small', 700, 500, [320, 640]],
  ['one of exactly such a size', 640, 480, [320]],
  ['one smaller than every thumbnail', 300, 200, []],
  ['one as thin as a line', 1, 2560, [1, 1, 1]],
])('widths of the thumbnails of %s', (_, width, height, widths) => {
  expect(thumbnailWidths({ width, height })).toEqual(widths);
});
