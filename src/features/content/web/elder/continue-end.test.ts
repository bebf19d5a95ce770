import { describe, expect, it } from 'vitest';
import { type ContinueEnd, type ContinueEndEvent, continueEndAfter } from './continue-end.ts';

const TABLE: readonly [string, ContinueEnd, ContinueEndEvent, ContinueEnd][] = [
  ['the bar appears when the time is over', 'not yet', 'time is over', 'asking'],
  ['the bar remains until it is answered', 'asking', 'time is over', 'asking'],
  ['Continue hides the bar', 'asking', 'continue', 'continued'],
  ['the bar does not appear again after Continue', 'continued', 'time is over', 'continued'],
  ['End ends the visit', 'asking', 'end', 'ended'],
  ['a second press of End changes nothing', 'ended', 'end', 'ended'],
  ['Continue after End changes nothing', 'ended', 'continue', 'ended'],
  ['Continue before the bar appears changes nothing', 'not yet', 'continue', 'not yet'],
  ['End before the bar appears changes nothing', 'not yet', 'end', 'not yet'],
  ['End after Continue changes nothing', 'continued', 'end', 'continued'],
];

describe('the Continue / End bar', () => {
  it.each(TABLE)('Continue / End bar: %s', (_title, bar, event, after) => {
    expect(continueEndAfter(bar, event)).toBe(after);
  });
});
