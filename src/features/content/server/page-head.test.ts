import { describe, expect, it } from 'vitest';
import { pageHead } from './page-head.ts';

const NOTHING = { siteName: undefined, picture: undefined };

describe('pageHead reads the meta elements of a page', () => {
  it.each([
    [
      'Open Graph',
      '<meta property="og:site_name" content="Valley Courier"><meta property="og:image" content="/a.jpg">',
      { siteName: 'Valley Courier', picture: '/a.jpg' },
    ],
    [
      'another order, other quotes and a slash',
      "<META content='Valley Courier' property='og:site_name' />",
      { siteName: 'Valley Courier' },
    ],
    [
      'attributes without quotes',
      '<meta name=application-name content=Courier>',
      { siteName: 'Courier' },
    ],
    [
      'an element on several lines',
      '<meta\n  property = "og:site_name"\n  content = " Valley\n Courier "\n>',
      { siteName: 'Valley Courier' },
    ],
    [
      'character references are decoded',
      '<meta property="og:site_name" content="Tom &amp; Ella&#39;s &#x42;ook"><meta name="twitter:image" content="https://a.example/p.jpg?w=1&amp;h=2">',
      { siteName: "Tom & Ella's Book", picture: 'https://a.example/p.jpg?w=1&h=2' },
    ],
    [
      'the first of two pictures is used',
      '<meta property="og:image" content="/a.jpg"><meta property="og:image" content="/b.jpg">',
      { picture: '/a.jpg' },
    ],
    [
      'Open Graph has priority over Twitter',
      '<meta name="twitter:image" content="/t.jpg"><meta property="og:image" content="/a.jpg">',
      { picture: '/a.jpg' },
    ],
    ['no metadata', '<title>Roses</title>', {}],
    ['an empty name is ignored', '<meta property="og:site_name" content=" ">', {}],
    ['metadata in the body is ignored', '<body><meta property="og:site_name" content="No">', {}],
    [
      'a long name is cut',
      `<meta property="og:site_name" content="${'a'.repeat(300)}">`,
      { siteName: 'a'.repeat(100) },
    ],
    [
      'a tag that is too long is ignored',
      `<meta property="og:image" content="${'a'.repeat(5000)}">`,
      {},
    ],
    [
      'invalid character references are kept',
      '<meta property="og:site_name" content="A&#9999999;&#0;">',
      { siteName: 'A&#9999999;&#0;' },
    ],
  ])('meta elements: %s', (_how, page, said) => {
    expect(pageHead(page)).toEqual({ ...NOTHING, ...said });
  });
});

describe('pageHead is fast for a malicious page', () => {
  it.each([
    ['tags without end', '<meta '.repeat(400_000)],
    ['one long attribute name', `<meta ${'a'.repeat(3_900)}>`.repeat(500)],
    ['spaces', `<meta a${' '.repeat(3_900)}b>`.repeat(500)],
    ['quotes', `<meta ${'a="'.repeat(1_300)}>`.repeat(500)],
    ['words and spaces', `<meta ${'a '.repeat(1_900)}>`.repeat(500)],
    ['incomplete character references', `<meta content="${'&#'.repeat(1_900)}">`.repeat(500)],
  ])('a malicious page is read within a second: %s', (_what, page) => {
    const before = performance.now();
    expect(pageHead(page)).toEqual(NOTHING);
    expect(performance.now() - before).toBeLessThan(1_000);
  });
});
