import { expect, test } from 'vitest';
import { pressGuard } from './press-guard.ts';

test('presses in the first 700 ms are ignored, and a second press within 700 ms too', () => {
  const counts = pressGuard(1000);
  const presses = [1000, 1699, 1700, 1701, 2399, 2400];
  expect(presses.map(counts)).toEqual([false, false, true, false, false, true]);
});
