import type { IOptions } from 'sanitize-html';
import { isTooMuch, MAX_ELEMENTS } from './page-size.ts';

/** The sanitized text of a page, safe to be inserted into the product's own page. */
export interface ReadableText {
  readonly title: string;
  readonly byline: string | null;
  readonly language: string | null;
  readonly direction: 'ltr' | 'rtl' | null;
  readonly html: string;
}

const MAX_ATTRIBUTE_LENGTH = 2000;

/** Minimum length; shorter texts are menus or notices. */
const MIN_CHARACTERS = 200;

const TAGS = [
  ...['h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'blockquote', 'em', 'strong', 'br'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
];

/** Allows text and its structure; removes scripts, embedded content and links. */
const LEFT: IOptions = {
  allowedTags: TAGS,
  allowedAttributes: {},
  allowedClasses: {},
  allowedStyles: {},
  // The content of these elements is not text, or another parser would read it as tags.
  nonTextTags: [
    ...['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'object'],
    ...['svg', 'math', 'title', 'xmp', 'noembed', 'noframes', 'plaintext', 'select', 'button'],
    ...['form', 'audio', 'video', 'canvas', 'head'],
  ],
  transformTags: {
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    b: 'strong',
    i: 'em',
    figcaption: 'p',
    pre: 'p',
    dt: 'p',
    dd: 'p',
  },
  nestingLimit: 30,
};

/** Returns the readable text of a page; undefined if there is none, or if the page is too large. */
export async function extractText(page: string, url: URL): Promise<ReadableText | undefined> {
  if (isTooMuch(page)) return undefined;
  // Imported on demand, because few processes read pages.
  const [{ parseHTML }, { Readability }, { default: sanitize }] = await Promise.all([
    import('linkedom'),
    import('@mozilla/readability'),
    import('sanitize-html'),
  ]);
  const { document } = parseHTML(page);
  const root = document.documentElement;
  if (root === null) return undefined;
  const language = root.getAttribute('lang');
  withoutLongAttributes(document);
  const found = new Readability(document, { maxElemsToParse: MAX_ELEMENTS }).parse();
  if (!found?.content) return undefined;
  const html = withoutHollow(sanitize(found.content, LEFT));
  if (textIn(html).length < MIN_CHARACTERS) return undefined;
  return {
    title: lineOf(found.title) || url.hostname,
    byline: lineOf(found.byline) || null,
    language: languageOf(found.lang || language),
    direction: found.dir === 'rtl' || found.dir === 'ltr' ? found.dir : null,
    html,
  };
}

/** The part of the DOM that is used here; the server's types do not include the DOM. */
interface Queried {
  querySelectorAll(selector: string): Iterable<{
    readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
    removeAttribute(name: string): void;
  }>;
}

/**
 * Removes attributes that do not matter for the text. Readability parses `srcset` in quadratic time
 * (ReDoS).
 */
function withoutLongAttributes(document: Queried): void {
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) {
      if (/^(srcset|style|poster|data-.*)$/.test(name) || value.length > MAX_ATTRIBUTE_LENGTH) {
        element.removeAttribute(name);
      }
    }
  }
}

/** Removes elements that contained only a picture or a button. */
function withoutHollow(html: string): string {
  const hollow = /<(p|h2|h3|h4|li|ul|ol|blockquote|em|strong)>(?:\s|&nbsp;|<br \/>)*<\/\1>/g;
  return html.replace(hollow, '').replace(hollow, '').trim();
}

function textIn(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

const MAX_LINE_LENGTH = 300;

function lineOf(text: string | null | undefined): string {
  return [...(text ?? '').replace(/\s+/g, ' ').trim()].slice(0, MAX_LINE_LENGTH).join('');
}

function languageOf(text: string | null | undefined): string | null {
  const tag = (text ?? '').trim();
  return /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(tag) ? tag : null;
}
