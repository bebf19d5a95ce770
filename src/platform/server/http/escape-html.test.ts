import { describe, expect, it } from 'vitest';
import { escapeHtml } from './escape-html.ts';

describe('escapeHtml', () => {
  it.each([
    ['Rose Carter', 'Rose Carter'],
    ['<b>Rose</b>', '&#60;b&#62;Rose&#60;/b&#62;'],
    ['"Rose" & \'Ada\'', '&#34;Rose&#34; &#38; &#39;Ada&#39;'],
    ['&lt;', '&#38;lt;'],
    ['Zoë 王', 'Zoë 王'],
  ])('%s is escaped so that it is shown as text', (text, html) => {
    expect(escapeHtml(text)).toBe(html);
  });
});
