import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test.each([
  ['a word', 'plain', 'plain'],
  ['a comma', 'one, two', '"one, two"'],
  ['quotes', 'the "blue" one', '"the ""blue"" one"'],
  ['a line break', 'one\ntwo', '"one\ntwo"'],
  ['letters of other scripts', 'Zoë 💊', 'Zoë 💊'],
  ['an empty text', '', ''],
  ['a formula', '=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'],
  ['a formula that begins with a plus', '+1+1', '"\'+1+1"'],
  ['a formula that begins with a minus', '-1', '"\'-1"'],
  ['a formula that begins with an at sign', '@SUM(A1)', '"\'@SUM(A1)"'],
  ['a formula after a tab', '\t=1', '"\'\t=1"'],
  ['a number', -1.5, '-1.5'],
])('toCsv writes %s correctly', (_, value, cell) => {
  expect(toCsv([[value]])).toBe(`${cell}\r\n`);
});

test('lines end with CRLF as in RFC 4180', () => {
  expect(
    toCsv([
      ['Date', 'Due'],
      ['2026-08-14', 2],
    ]),
  ).toBe('Date,Due\r\n2026-08-14,2\r\n');
});
