import { expect, it } from 'vitest';
import type { Role } from '#kit/shared/roles.ts';
import { mayChange, maySeeDevices } from './permissions.ts';

it.each<[Role, Role, boolean]>([
  ['user', 'user', false],
  ['user', 'admin', false],
  ['user', 'super_admin', false],
  ['admin', 'user', true],
  ['admin', 'admin', false],
  ['admin', 'super_admin', false],
  ['super_admin', 'user', true],
  ['super_admin', 'admin', true],
  ['super_admin', 'super_admin', false],
])('%s changes another person who is %s: %s', (caller, person, may) => {
  expect(mayChange({ id: '1', role: caller }, { id: '2', role: person })).toBe(may);
  expect(maySeeDevices({ id: '1', role: caller }, { id: '2', role: person })).toBe(may);
});

it.each<[Role, boolean]>([
  ['user', false],
  ['admin', false],
  ['super_admin', true],
])('%s changes themselves: %s; their own devices they see', (role, may) => {
  const self = { id: '1', role };
  expect(mayChange(self, self)).toBe(may);
  expect(maySeeDevices(self, self)).toBe(true);
});
