import { describe, expect, it } from 'vitest';
import { EMAIL, emailIn, emailProblem, looksLikeEmail, namedAddress } from './email-address.ts';

describe('emailIn', () => {
  it.each([
    ['rosa@example.com', 'rosa@example.com'],
    ['  Rosa@Example.COM\n', 'rosa@example.com'],
    ['rosa@example.com\u200b', 'rosa@example.com'],
    ['\u202aro\u200dsa@exam\u00adple.com\u202c', 'rosa@example.com'],
    ['\ufeffrosa@example.com', 'rosa@example.com'],
    ['Rosa <rosa@example.com>', 'rosa@example.com'],
    ['"Carter, Rosa" <Rosa@example.com>', 'rosa@example.com'],
    ['<rosa@example.com>', 'rosa@example.com'],
    ['mailto:rosa@example.com', 'rosa@example.com'],
    ['rosa＠example.com', 'rosa@example.com'],
    ['rosa@exämple.de', 'rosa@xn--exmple-cua.de'],
    ['rosa@EXA\u0308MPLE.de', 'rosa@xn--exmple-cua.de'],
    ['rosa@xn--exmple-cua.de', 'rosa@xn--exmple-cua.de'],
    ['rosa@пример.рф', 'rosa@xn--e1afmkfd.xn--p1ai'],
    ["o'hara+pills@mail.example.co.uk", "o'hara+pills@mail.example.co.uk"],
  ])('emailIn of %j is %j', (text, expected) => {
    expect(emailIn(text)).toBe(expected);
    expect(emailIn(text)).toMatch(EMAIL);
    expect(looksLikeEmail(text)).toBe(true);
  });

  it.each([
    'rosa',
    'rosa@example',
    'rosa@exam ple.com',
    'Rosa rosa@example.com',
    'rosa@example.com, max@example.com',
    'Rosa <rosa@example.com> <max@example.com>',
    'rosa@example.com\nBcc: max@example.com',
    'ünal@example.com',
    'rosa@example.com/path',
    'rosa..carter@example.com',
    '.rosa@example.com',
    'rosa@-example.com',
    'rosa@example.c',
    '',
  ])('emailIn finds no address in %j', (text) => {
    expect(emailIn(text)).not.toMatch(EMAIL);
  });
});

describe('emailProblem', () => {
  it('emailProblem names invalid characters before the @ if they are the reason', () => {
    expect(emailProblem('ünal@example.com')).toContain('before the @');
    expect(emailProblem('rosa@example')).toBe('Please enter a valid email address.');
    expect(emailProblem(undefined)).toBe('Please enter a valid email address.');
  });
});

describe('namedAddress', () => {
  it('namedAddress returns the name without quotes', () => {
    expect(namedAddress('"Grand App" <grand@example.org>')).toEqual({
      name: 'Grand App',
      address: 'grand@example.org',
    });
  });
});
