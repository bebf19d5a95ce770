import { expect, it } from 'vitest';
import { Refusal } from '#kit/shared/refusal.ts';
import { refuseOtherOrigins } from './origin.ts';

const PUBLIC = 'https://grand.example.org';

it.each([
  ['reading is free', 'GET', { origin: 'https://evil.example' }, true],
  ['the own public origin may', 'POST', { origin: PUBLIC }, true],
  ['the host that was asked may', 'POST', { origin: 'http://192.0.2.7:3000' }, true],
  ['a program without either header may', 'POST', {}, true],
  ['the browser says same-origin', 'POST', { 'sec-fetch-site': 'same-origin' }, true],
  ['another origin may not', 'POST', { origin: 'https://evil.example' }, false],
  ['the same host at another port may not', 'DELETE', { origin: 'http://192.0.2.7:4000' }, false],
  ['an opaque origin may not', 'PUT', { origin: 'null' }, false],
  ['another site may not', 'PATCH', { 'sec-fetch-site': 'cross-site' }, false],
  ['a sibling subdomain may not', 'POST', { 'sec-fetch-site': 'same-site', origin: PUBLIC }, false],
])('%s', (_, method, headers, allowed) => {
  const asked = () => refuseOtherOrigins({ method, headers, host: '192.0.2.7:3000' }, PUBLIC);
  if (allowed) expect(asked).not.toThrow();
  else expect(asked).toThrow(Refusal);
});
