import { describe, expect, it } from 'vitest';
import { mayBeFramed } from './framing.ts';

const PAGE = new URL('https://news.example/story');
const PRODUCT = new URL('https://grand.example.org');

const csp = (policy: string) => ({ 'content-security-policy': policy });
const xfo = (rule: string) => ({ 'x-frame-options': rule });

describe('a page may be framed', () => {
  it.each([
    ['without any header', {}],
    ['with a policy about other things', csp("default-src 'self'; img-src *")],
    ['by everybody', csp('frame-ancestors *')],
    ['by every protected page', csp('frame-ancestors https:')],
    ['by this product', csp("frame-ancestors 'self' https://grand.example.org")],
    ['by this product without its scheme', csp('frame-ancestors grand.example.org')],
    ['by every part of its domain', csp('frame-ancestors *.example.org')],
    [
      'by a policy, whatever the older header says',
      { ...xfo('DENY'), ...csp('frame-ancestors *') },
    ],
    ['with an older header that browsers do not know', xfo('ALLOWALL')],
  ])('%s', (_when, headers) => {
    expect(mayBeFramed(headers, PAGE, PRODUCT)).toBe(true);
  });

  it.each([
    ['nobody may', xfo('DENY')],
    ['only itself may', xfo('sameorigin')],
    ['it says so twice', xfo('SAMEORIGIN, SAMEORIGIN')],
    ['nobody may', csp("frame-ancestors 'none'")],
    ['only itself may', csp("default-src *; Frame-Ancestors 'self'")],
    ['nobody is named', csp('frame-ancestors')],
    ['only others may', csp('frame-ancestors https://other.example *.news.example')],
    ['only another port may', csp('frame-ancestors https://grand.example.org:8443')],
    ['only a longer name may', csp('frame-ancestors https://x.grand.example.org')],
    ['the domain itself is not part of it', csp('frame-ancestors *.grand.example.org')],
    ['one of two policies forbids', csp("frame-ancestors *, frame-ancestors 'none'")],
  ])('not when %s', (_when, headers) => {
    expect(mayBeFramed(headers, PAGE, PRODUCT)).toBe(false);
  });

  it('not unprotected inside a protected product', () => {
    const page = new URL('http://news.example/story');
    expect(mayBeFramed({}, page, PRODUCT)).toBe(false);
    expect(mayBeFramed({}, page, new URL('http://grand.local:3000'))).toBe(true);
  });
});
