import { expect, it } from 'vitest';
import { binPromise } from './bin-promise.ts';

it('the text equals the sentence of the specification', () => {
  expect(binPromise()).toBe(
    'This action cannot be undone. You can restore it from the bin for 30 days.',
  );
});
