import { expect, it } from 'vitest';
import { Refusal } from '#kit/shared/refusal.ts';
import { changesState, refuseOtherOrigins } from './origin.ts';

const PUBLIC = 'https://grand.example.org';

it.each([
  ['the own public origin may', { origin: PUBLIC }, true],
  ['the host that was asked may', { origin: 'http://192.0.2.7:3000' }, true],
  ['a program without either header may', {}, true],
  ['the browser says same-origin', { 'sec-fetch-site': 'same-origin' }, true],
  ['another origin may not', { origin: 'https://evil.example' }, false],
  ['the same host at another port may not', { origin: 'http://192.0.2.7:4000' }, false],
  ['an opaque origin may not', { origin: 'null' }, false],
  ['another site may not', { 'sec-fetch-site': 'cross-site' }, false],
  ['a sibling subdomain may not', { 'sec-fetch-site': 'same-site', origin: PUBLIC }, false],
])('%s', (_, headers, allowed) => {
  const asked = () => refuseOtherOrigins({ headers, host: '192.0.2.7:3000' }, PUBLIC);
  if (allowed) expect(asked).not.toThrow();
  else expect(asked).toThrow(Refusal);
});

it.each([
  ['GET', false],
  ['HEAD', false],
  ['POST', true],
  ['DELETE', true],
])('%s changes state: %s', (method, changes) => {
  expect(changesState(method)).toBe(changes);
});
