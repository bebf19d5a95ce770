import { expect, it } from 'vitest';
import { conditionOf } from './conditions.ts';

it.each([
  [0, 'Clear', 'clear sky'],
  [2, 'Clouds', 'partly cloudy'],
  [48, 'Fog', 'freezing fog'],
  [63, 'Rain', 'rain'],
  [75, 'Snow', 'heavy snow'],
  [99, 'Thunderstorm', 'thunderstorm with hail'],
])('code %i is %s: %s', (code, main, description) => {
  expect(conditionOf(code)).toEqual({ main, description });
});

it('conditionOf returns undefined for an unknown code', () => {
  expect(conditionOf(42)).toBeUndefined();
});
