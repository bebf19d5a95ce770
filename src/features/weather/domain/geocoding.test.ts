import { describe, expect, it } from 'vitest';
import { bestPlace, type FoundPlace } from './geocoding.ts';

const place = (admin1: string, country: string): FoundPlace => {
  return { name: 'Springfield', latitude: 1, longitude: 2, admin1, country };
};

const FOUND = [
  place('Missouri', 'United States'),
  place('Illinois', 'United States'),
  place('Québec', 'Canada'),
  place('Otago', 'New Zealand'),
];

describe('bestPlace selects one of several places', () => {
  it.each([
    ['IL', 'United States', 'Illinois'],
    ['illinois', 'United States', 'Illinois'],
    ['quebec', 'Canada', 'Québec'],
    // The country was never changed from the default, so the state decides, which is more specific.
    ['Otago', 'United States', 'Otago'],
    ['', 'Canada', 'Québec'],
    ['TX', 'United States', 'Missouri'],
    ['', 'France', 'Missouri'],
  ])('state %s in country %s selects the place in %s', (state, country, meant) => {
    expect(bestPlace(FOUND, { city: 'Springfield', state, country })?.admin1).toBe(meant);
  });

  it('bestPlace returns undefined without results', () => {
    expect(bestPlace([], { city: 'X', state: '', country: '' })).toBeUndefined();
  });
});
