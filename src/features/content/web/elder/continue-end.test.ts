import { describe, expect, it } from 'vitest';
import { type ContinueEnd, type ContinueEndEvent, continueEndAfter } from './continue-end.ts';

const TABLE: readonly [string, ContinueEnd, ContinueEndEvent, ContinueEnd][] = [
  ['it comes when its time is over', 'not yet', 'time is over', 'asking'],
  ['it stays until it is pressed', 'asking', 'time is over', 'asking'],
  ['Continue hides it', 'asking', 'continue', 'continued'],
  ['hidden by Continue it does not come again', 'continued', 'time is over', 'continued'],
  ['End ends the visit', 'asking', 'end', 'ended'],
  ['a second press of End changes nothing', 'ended', 'end', 'ended'],
  ['Continue after End changes nothing', 'ended', 'continue', 'ended'],
  ['a press before it is there changes nothing', 'not yet', 'continue', 'not yet'],
  ['nor does End before it is there', 'not yet', 'end', 'not yet'],
  ['End after Continue changes nothing', 'continued', 'end', 'continued'],
];

describe('the Continue / End bar', () => {
  it.each(TABLE)('%s', (_title, bar, event, after) => {
    expect(continueEndAfter(bar, event)).toBe(after);
  });
});
