import { expect, it } from 'vitest';
import { layoutMessage } from './button-messages.ts';

it.each([
  [
    0,
    'No button is shown. Only the time, the weather and what is next today are left on the tablet.',
  ],
  [1, 'One button across the whole screen.'],
  [2, 'Two buttons side by side.'],
  [3, 'Three buttons in one row.'],
  [4, 'Four buttons, two by two.'],
  [5, 'Three buttons above, two wider ones below.'],
  [6, 'Six buttons in two rows of three.'],
  [7, 'The first six are seen at once. For the others the screen scrolls.'],
])('layoutMessage describes the layout of %i shown buttons', (shown, words) => {
  expect(layoutMessage(shown)).toBe(words);
});
