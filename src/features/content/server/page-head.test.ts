import { describe, expect, it } from 'vitest';
import { pageHead } from './page-head.ts';

const NOTHING = { siteName: undefined, picture: undefined };

describe('what a page says of itself', () => {
  it.each([
    [
      'Open Graph',
      '<meta property="og:site_name" content="Valley Courier"><meta property="og:image" content="/a.jpg">',
      { siteName: 'Valley Courier', picture: '/a.jpg' },
    ],
    [
      'in another order, with other quotes and a slash',
      "<META content='Valley Courier' property='og:site_name' />",
      { siteName: 'Valley Courier' },
    ],
    ['without quotes', '<meta name=application-name content=Courier>', { siteName: 'Courier' }],
    [
      'on several lines',
      '<meta\n  property = "og:site_name"\n  content = " Valley\n Courier "\n>',
      { siteName: 'Valley Courier' },
    ],
    [
      'with character references',
      '<meta property="og:site_name" content="Tom &amp; Ella&#39;s &#x42;ook"><meta name="twitter:image" content="https://a.example/p.jpg?w=1&amp;h=2">',
      { siteName: "Tom & Ella's Book", picture: 'https://a.example/p.jpg?w=1&h=2' },
    ],
    [
      'twice: the first holds',
      '<meta property="og:image" content="/a.jpg"><meta property="og:image" content="/b.jpg">',
      { picture: '/a.jpg' },
    ],
    [
      'in two words: Open Graph holds',
      '<meta name="twitter:image" content="/t.jpg"><meta property="og:image" content="/a.jpg">',
      { picture: '/a.jpg' },
    ],
    ['nothing', '<title>Roses</title>', {}],
    ['an empty name', '<meta property="og:site_name" content=" ">', {}],
    ['in the body only', '<body><meta property="og:site_name" content="No">', {}],
    [
      'a name that is too long',
      `<meta property="og:site_name" content="${'a'.repeat(300)}">`,
      { siteName: 'a'.repeat(100) },
    ],
    ['in a tag that is too long', `<meta property="og:image" content="${'a'.repeat(5000)}">`, {}],
    [
      'a character that there is not',
      '<meta property="og:site_name" content="A&#9999999;&#0;">',
      { siteName: 'A&#9999999;&#0;' },
    ],
  ])('%s', (_how, page, said) => {
    expect(pageHead(page)).toEqual({ ...NOTHING, ...said });
  });
});

describe('a page that wants to keep the server busy is looked through at once', () => {
  it.each([
    ['tags without an end', '<meta '.repeat(400_000)],
    ['one long word', `<meta ${'a'.repeat(3_900)}>`.repeat(500)],
    ['spaces', `<meta a${' '.repeat(3_900)}b>`.repeat(500)],
    ['quotes', `<meta ${'a="'.repeat(1_300)}>`.repeat(500)],
    ['words and spaces', `<meta ${'a '.repeat(1_900)}>`.repeat(500)],
    ['references', `<meta content="${'&#'.repeat(1_900)}">`.repeat(500)],
  ])('%s', (_what, page) => {
    const before = performance.now();
    expect(pageHead(page)).toEqual(NOTHING);
    expect(performance.now() - before).toBeLessThan(1_000);
  });
});
