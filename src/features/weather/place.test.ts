import { describe, expect, it } from 'vitest';
import { bestPlace, type FoundPlace } from './place.ts';

const place = (admin1: string, country: string): FoundPlace => {
  return { name: 'Springfield', latitude: 1, longitude: 2, admin1, country };
};

const FOUND = [
  place('Missouri', 'United States'),
  place('Illinois', 'United States'),
  place('Québec', 'Canada'),
  place('Otago', 'New Zealand'),
];

describe('of several places of one name', () => {
  it.each([
    ['IL', 'United States', 'Illinois'],
    ['illinois', 'United States', 'Illinois'],
    ['quebec', 'Canada', 'Québec'],
    // The country was never set: the state says more.
    ['Otago', 'United States', 'Otago'],
    ['', 'Canada', 'Québec'],
    ['TX', 'United States', 'Missouri'],
    ['', 'France', 'Missouri'],
  ])('%s in %s means the one in %s', (state, country, meant) => {
    expect(bestPlace(FOUND, { city: 'Springfield', state, country })?.admin1).toBe(meant);
  });

  it('none is meant when none was found', () => {
    expect(bestPlace([], { city: 'X', state: '', country: '' })).toBeUndefined();
  });
});
