import { describe, expect, it } from 'vitest';
import { countryChoices } from './places.ts';

describe('the country list', () => {
  it('is the list of twelve', () => {
    expect(countryChoices('United States').join(', ')).toBe(
      'United States, Canada, United Kingdom, Australia, Germany, France, Italy, Spain, Netherlands, Sweden, Norway, Denmark',
    );
  });

  it.each([
    ['Denmark', 12, 'United States'],
    ['', 12, 'United States'],
    ['Other', 13, 'Other'],
  ])('with %j stored has %i, the first of them %s', (stored, count, first) => {
    const choices = countryChoices(stored);
    expect(choices).toHaveLength(count);
    expect(choices[0]).toBe(first);
  });
});
