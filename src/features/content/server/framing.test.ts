import { describe, expect, it } from 'vitest';
import { mayBeFramed } from './framing.ts';

const PAGE = new URL('https://news.example/story');
const PRODUCT = new URL('https://grand.example.org');

const csp = (policy: string) => ({ 'content-security-policy': policy });
const xfo = (rule: string) => ({ 'x-frame-options': rule });

describe('mayBeFramed checks the headers of a page', () => {
  it.each([
    ['without any header', {}],
    ['with a policy about other things', csp("default-src 'self'; img-src *")],
    ['by any page', csp('frame-ancestors *')],
    ['by any https page', csp('frame-ancestors https:')],
    ['by this product', csp("frame-ancestors 'self' https://grand.example.org")],
    ['by this product without its scheme', csp('frame-ancestors grand.example.org')],
    ["by any subdomain of the product's domain", csp('frame-ancestors *.example.org')],
    ['by a policy that overrides X-Frame-Options', { ...xfo('DENY'), ...csp('frame-ancestors *') }],
    ['with an unknown X-Frame-Options value', xfo('ALLOWALL')],
  ])('mayBeFramed is true for a page that may be framed %s', (_when, headers) => {
    expect(mayBeFramed(headers, PAGE, PRODUCT)).toBe(true);
  });

  it.each([
    ['nobody may', xfo('DENY')],
    ['only itself may', xfo('sameorigin')],
    ['the header has two values', xfo('SAMEORIGIN, SAMEORIGIN')],
    ['nobody may', csp("frame-ancestors 'none'")],
    ['only itself may', csp("default-src *; Frame-Ancestors 'self'")],
    ['frame-ancestors is empty', csp('frame-ancestors')],
    ['only other sites may', csp('frame-ancestors https://other.example *.news.example')],
    ['only another port may', csp('frame-ancestors https://grand.example.org:8443')],
    ['only a subdomain may', csp('frame-ancestors https://x.grand.example.org')],
    ['a wildcard does not include the domain itself', csp('frame-ancestors *.grand.example.org')],
    ['one of two policies forbids it', csp("frame-ancestors *, frame-ancestors 'none'")],
  ])('mayBeFramed is false when %s', (_when, headers) => {
    expect(mayBeFramed(headers, PAGE, PRODUCT)).toBe(false);
  });

  it('an http page cannot be framed in an https product', () => {
    const page = new URL('http://news.example/story');
    expect(mayBeFramed({}, page, PRODUCT)).toBe(false);
    expect(mayBeFramed({}, page, new URL('http://grand.local:3000'))).toBe(true);
  });
});
