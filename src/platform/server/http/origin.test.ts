import { expect, it } from 'vitest';
import { Refusal } from '#platform/shared/refusal.ts';
import { changesState, openedAt, refuseOtherOrigins, refuseUnencrypted } from './origin.ts';

const PUBLIC = 'https://grand.example.org';

it.each([
  ['the public origin is accepted', { origin: PUBLIC }, true],
  ['the requested host is accepted', { origin: 'http://192.0.2.7:3000' }, true],
  ['a program that sends neither header is accepted', {}, true],
  ['a browser that sends same-origin is accepted', { 'sec-fetch-site': 'same-origin' }, true],
  ['another origin is refused', { origin: 'https://evil.example' }, false],
  ['the same host with another port is refused', { origin: 'http://192.0.2.7:4000' }, false],
  ['an opaque origin is refused', { origin: 'null' }, false],
  [
    'same-origin is accepted behind a proxy that changes the host',
    { 'sec-fetch-site': 'same-origin', origin: 'https://grand.lan' },
    true,
  ],
  ['another site is refused', { 'sec-fetch-site': 'cross-site' }, false],
  ['a sibling subdomain is refused', { 'sec-fetch-site': 'same-site', origin: PUBLIC }, false],
])('a request of another origin is refused: %s', (_, headers, allowed) => {
  const asked = () => refuseOtherOrigins({ headers, host: '192.0.2.7:3000' }, PUBLIC);
  if (allowed) expect(asked).not.toThrow();
  else expect(asked).toThrow(Refusal);
});

it.each([
  ['http://192.0.2.7:3000', PUBLIC, false],
  ['http://grand.lan', PUBLIC, false],
  [PUBLIC, PUBLIC, true],
  ['https://grand.lan', PUBLIC, true],
  ['http://localhost:3000', PUBLIC, true],
  ['http://127.0.0.1:3000', PUBLIC, true],
  ['http://[::1]:3000', PUBLIC, true],
  ['http://192.0.2.7:3000', 'http://grand.lan', true],
  ['null', PUBLIC, true],
  [undefined, PUBLIC, true],
])('a page of %s may change state if the public address is %s: %s', (origin, url, allowed) => {
  const asked = () => refuseUnencrypted({ headers: { origin }, host: '192.0.2.7:3000' }, url);
  if (allowed) expect(asked).not.toThrow();
  else expect(asked).toThrow(`This does not work over http. Please open ${PUBLIC} instead.`);
});

it.each([
  ['https://grand.lan', 'grand.lan:443', true],
  ['http://grand.lan', 'grand.lan:80', true],
  ['https://grand.lan', 'grand.lan:80', false],
  ['https://grand.lan:8443', 'grand.lan:443', false],
  ['https://grand.lan', 'a b', false],
])('a page of %s belongs to the host %s: %s', (origin, host, isOwn) => {
  const asked = () => refuseOtherOrigins({ headers: { origin }, host }, PUBLIC);
  if (isOwn) expect(asked).not.toThrow();
  else expect(asked).toThrow(Refusal);
});

it.each([
  ['GET', false],
  ['HEAD', false],
  ['POST', true],
  ['DELETE', true],
])('the method %s changes state: %s', (method, changes) => {
  expect(changesState(method)).toBe(changes);
});

it.each([
  ['the requested address', false, '192.168.1.20:3000', 'http://192.168.1.20:3000'],
  ['the requested IPv6 address', false, '[fd00::7]:3000', 'http://[fd00::7]:3000'],
  ['the public address if it is configured', true, '192.168.1.20:3000', PUBLIC],
  ['the public address if no host was requested', false, '', PUBLIC],
  ['the public address if the requested host is invalid', false, 'a b', PUBLIC],
  [
    'only the host of a requested address with a path',
    false,
    'rose.local/x?y',
    'http://rose.local',
  ],
])('links begin with %s', (_, isPublicUrlSet, host, base) => {
  const settings = { publicUrl: PUBLIC, isPublicUrlSet };
  expect(openedAt({ protocol: 'http', host }, settings)).toBe(base);
});
