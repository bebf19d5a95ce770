import { describe, expect, it } from 'vitest';
import { extractText } from './extract-text.ts';

const URL_OF_PAGE = new URL('https://news.example/story');

const STORY = Array.from(
  { length: 6 },
  (_, at) =>
    `<p>The roses on the south wall opened in week ${at}, earlier than in other years, and the garden smelled of them, of rain, and of cut grass.</p>`,
).join('');

const pageWith = (hostile: string, { attributes = 'lang="en"' } = {}) =>
  `<!doctype html><html ${attributes}><head><title>Roses | The News</title></head><body><nav>Home News Sport</nav><article><h1>Roses in May</h1>${STORY}${hostile}${STORY}</article></body></html>`;

const TAGS = 'h2|h3|h4|p|ul|ol|li|blockquote|em|strong|br|table|caption|thead|tbody|tfoot|tr|th|td';
const SAFE = new RegExp(`^(?:[^<>]|<(?:${TAGS})>|</(?:${TAGS})>|<br />)*$`);

describe('readingOf extracts the text of a page', () => {
  it('readingOf returns title, language and text of a page', async () => {
    const byline = '<p class="byline" rel="author">By Edith Clarke</p>';
    const reading = await extractText(
      pageWith(byline, { attributes: 'lang="en-GB"' }),
      URL_OF_PAGE,
    );
    expect(reading).toMatchObject({ title: expect.stringContaining('Roses'), language: 'en-GB' });
    expect(reading?.html).toContain('<p>The roses on the south wall');
    expect(reading?.html).not.toContain('Home News Sport');
  });

  it('readingOf returns the text direction', async () => {
    const page = pageWith('', { attributes: 'lang="ar" dir="rtl"' });
    expect(await extractText(page, URL_OF_PAGE)).toMatchObject({
      language: 'ar',
      direction: 'rtl',
    });
  });

  it('readingOf keeps headings, lists, quotations, tables and emphasis', async () => {
    const kept =
      '<h3>What to do</h3><ul><li>Cut <b>old</b> wood</li></ul><blockquote><p>A rose is <i>a rose</i>.</p></blockquote><table><tr><th>Week</th><td>Roses</td></tr></table>';
    const { html = '' } = (await extractText(pageWith(kept), URL_OF_PAGE)) ?? {};
    expect(html).toContain('<li>Cut <strong>old</strong> wood</li>');
    expect(html).toMatch(/<blockquote>\s*<p>A rose is <em>a rose<\/em>\.<\/p>\s*<\/blockquote>/);
    expect(html).toMatch(/<th>Week<\/th>\s*<td>Roses<\/td>/);
    expect(html).toMatch(SAFE);
  });

  it.each([
    ['<script>alert(1)</script>'],
    ['<p onclick="alert(1)">Press</p>'],
    ['<a href="javascript:alert(1)">Press</a>'],
    ['<a href="https://evil.example">Press</a>'],
    ['<img src=x onerror=alert(1)>'],
    ['<p style="position:fixed;inset:0">Over everything</p>'],
    ['<p id="root" class="look-admin">Named</p>'],
    ['<svg onload=alert(1)><p>In a drawing</p></svg>'],
    ['<svg><style><img src=x onerror=alert(1)></style></svg>'],
    [
      '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
    ],
    ['<math><mi xlink:href="javascript:alert(1)">Press</mi></math>'],
    ['<style>body{display:none}</style>'],
    ['<iframe src="https://evil.example"></iframe>'],
    ['<iframe srcdoc="<script>alert(1)</script>"></iframe>'],
    ['<template><script>alert(1)</script></template>'],
    [
      '<form><form><input name=x></form><button formaction="javascript:alert(1)">Go</button></form>',
    ],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>'],
    ['<p title="--><img src=x onerror=alert(1)>">Words</p>'],
    ['<!--><img src=x onerror=alert(1)>-->'],
    ['<textarea><img src=x onerror=alert(1)></textarea>'],
    ['<title><img src=x onerror=alert(1)></title>'],
    ['<xmp><img src=x onerror=alert(1)></xmp>'],
    ['<plaintext><img src=x onerror=alert(1)>'],
    ['<select><option><style></option></select><img src=x onerror=alert(1)></style>'],
    ['<object data="https://evil.example"></object><embed src="https://evil.example">'],
    ['<base href="https://evil.example/">'],
    ['<meta http-equiv="refresh" content="0;url=https://evil.example">'],
    ['<link rel=stylesheet href="https://evil.example/a.css">'],
    ['<video src=x onerror=alert(1)></video><audio src=x></audio>'],
    ['<<script>script>alert(1)<</script>/script>'],
    ['<p>&lt;img src=x onerror=alert(1)&gt;</p>'],
    ['<x-thing onfocus=alert(1) autofocus tabindex=1>Words</x-thing>'],
    ['<p><span is="x" slot="y">Words</span></p>'],
    ['<table background="javascript:alert(1)"><td background="x">Words</table>'],
  ])('readingOf removes scripts, embedded content and links: %s', async (hostile) => {
    const { html = '' } = (await extractText(pageWith(hostile), URL_OF_PAGE)) ?? {};
    expect(html).toContain('The roses on the south wall');
    expect(html).toMatch(SAFE);
  });

  it.each([
    ['no content', ''],
    ['no tags', 'Roses'],
    ['very little text', '<html><body><p>Please sign in.</p></body></html>'],
    ['too many elements', `<body>${'<b>a</b>'.repeat(12_001)}</body>`],
    ['too deep nesting', `<body>${'<div>'.repeat(5000)}`],
    ['start tags without end', '<a'.repeat(900_000)],
    ['deep nesting without end tags', `<body>${'<i><a>'.repeat(50_000)}`],
  ])('readingOf returns undefined for a page with %s', async (_what, page) => {
    expect(await extractText(page, URL_OF_PAGE)).toBeUndefined();
  });
});
