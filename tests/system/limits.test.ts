import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LIMIT_NAMES, LIMITS } from '#features/entitlement/limits.ts';
import { readConfig } from '../../src/app/config.ts';

const text = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

it('docs/limits.md lists exactly the limits with their defaults and variables', () => {
  const rows = text('docs/limits.md').match(/^\|.*\| `MAX_.*$/gm) ?? [];
  const said = rows.map((row) => row.split('|').slice(1, 4).join('|').trim());
  const known = LIMIT_NAMES.map((name) => {
    const { of, most, variable } = LIMITS[name];
    return `${of} | ${most.toLocaleString('en-US')} | \`${variable}\``;
  });
  expect(said).toEqual(known);
});

it('the README and docs/configuration.md link to the limits', () => {
  expect(text('README.md')).toContain('docs/limits.md');
  expect(text('docs/configuration.md')).toContain('(limits.md)');
});

it.each(LIMIT_NAMES)('the limit %s can be changed by its variable', (name) => {
  const { most, variable } = LIMITS[name];
  expect(readConfig({}).limits[name]).toBe(most);
  const { limits } = readConfig({ [variable]: '7' });
  expect(limits).toEqual({ ...readConfig({}).limits, [name]: 7 });
  for (const wrong of ['0', '-1', 'many', 'Infinity']) {
    expect(() => readConfig({ [variable]: wrong })).toThrow(`${variable} must be`);
  }
});

it.each(LIMIT_NAMES)('the former variable of the limit %s still works', (name) => {
  const { variable, formerVariable } = LIMITS[name];
  expect(readConfig({ [formerVariable]: '7' }).limits[name]).toBe(7);
  expect(readConfig({ [formerVariable]: '7', [variable]: '8' }).limits[name]).toBe(8);
  expect(() => readConfig({ [formerVariable]: '0' })).toThrow(`${formerVariable} must be`);
});

it('gigabytes may be fractional, and counts may not', () => {
  expect(readConfig({ MAX_PHOTO_GB_PER_HOUSEHOLD: '0.5' }).limits.gigabytes).toBe(0.5);
  expect(() => readConfig({ MAX_PHOTOS_PER_HOUSEHOLD: '0.5' })).toThrow(
    'MAX_PHOTOS_PER_HOUSEHOLD must be a whole number above 0.',
  );
});
