import { expect, test } from 'vitest';
import { readableEmail } from './Email.tsx';

test.each([
  ['rosa@xn--exmple-cua.de', 'rosa@exämple.de'],
  ['rosa@xn--e1afmkfd.xn--p1ai', 'rosa@пример.рф'],
  ['rosa@example.com', 'rosa@example.com'],
  ['rosa@xn--', 'rosa@'],
  ['rosa@xn--\u00e9.de', 'rosa@xn--\u00e9.de'],
  ['', ''],
])('the address %s is shown as %s', (stored, shown) => {
  expect(readableEmail(stored)).toBe(shown);
});
