import { describe, expect, it } from 'vitest';
import { countryChoices } from './countries.ts';

describe('countryChoices returns the list of countries', () => {
  it('the list contains twelve countries', () => {
    expect(countryChoices('United States').join(', ')).toBe(
      'United States, Canada, United Kingdom, Australia, Germany, France, Italy, Spain, Netherlands, Sweden, Norway, Denmark',
    );
  });

  it.each([
    ['Denmark', 12, 'United States'],
    ['', 12, 'United States'],
    ['Other', 13, 'Other'],
  ])('with %j stored the list has %i entries and starts with %s', (stored, count, first) => {
    const choices = countryChoices(stored);
    expect(choices).toHaveLength(count);
    expect(choices[0]).toBe(first);
  });
});
