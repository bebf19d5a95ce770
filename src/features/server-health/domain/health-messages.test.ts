import { describe, expect, it } from 'vitest';
import type { Finding } from '../contract.ts';
import { byNeed, noticeMessage, overallMessage } from './health-messages.ts';

const of = (what: string, state: Finding['state'], more: Partial<Finding> = {}): Finding => ({
  ...{ what, state, sentence: `${what}.` },
  ...more,
});

const MAIL = of('Mail', 'bad');
const BACKUPS = of('Backups', 'bad');
const PAYMENTS = of('Payments', 'note');
const CLOCK = of('Clock', 'good');
const NEWER = of('Version', 'note', { newer: { version: '0.3.0' } });

describe('messages about the server health', () => {
  it('findings that need attention come first, then notes, in the order of the checks', () => {
    expect(byNeed([CLOCK, PAYMENTS, MAIL, BACKUPS])).toEqual([MAIL, BACKUPS, PAYMENTS, CLOCK]);
  });

  it.each([
    [[], 'Nothing needs attention.'],
    [[CLOCK, PAYMENTS], 'Nothing needs attention.'],
    [[CLOCK, MAIL], 'One thing needs attention.'],
    [[BACKUPS, MAIL], '2 things need attention.'],
  ])('the summary of %j is: %s', (findings, message) => {
    expect(overallMessage(findings)).toBe(message);
  });

  it.each([
    ['undefined if no finding is bad', [CLOCK, PAYMENTS], undefined],
    [
      'names of the bad findings',
      [MAIL, CLOCK, BACKUPS],
      'This server needs attention: Mail, Backups.',
    ],
    ['a newer version', [CLOCK, NEWER], "Version 0.3.0 of this server's software is there."],
    ['bad findings before a newer version', [NEWER, MAIL], 'This server needs attention: Mail.'],
  ])('notice on other pages: %s', (_title, findings, message) => {
    expect(noticeMessage(findings)).toBe(message);
  });
});
