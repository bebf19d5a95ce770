/** The metadata of a page for link previews. */
export interface PageHead {
  /** The name of the site. */
  readonly siteName?: string | undefined;
  /** URL of the picture, possibly relative to the page. */
  readonly picture?: string | undefined;
}

/** Maximum number of characters that are searched. */
const MAX_HEAD_LENGTH = 300_000;

const MAX_TAG_LENGTH = 4_000;

const MAX_NAME_LENGTH = 100;

/** Names of the metadata in order of priority: Open Graph first, then alternatives. */
const SITE_NAMES = ['og:site_name', 'application-name'];
const PICTURES = ['og:image', 'og:image:url', 'og:image:secure_url', 'twitter:image'];

/** The page is untrusted input, so every pattern must run in linear time. */
const TAGS = /<meta\s([^<>]*)>/gi;
const ATTRIBUTES = /(?<![\w:-])([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=]+))/g;

export function pageHead(page: string): PageHead {
  const start = page.slice(0, MAX_HEAD_LENGTH);
  const body = start.search(/<body[\s>]/i);
  const said = new Map<string, string>();
  for (const [, tag = ''] of (body < 0 ? start : start.slice(0, body)).matchAll(TAGS)) {
    const { name, content } = tag.length > MAX_TAG_LENGTH ? {} : attributesIn(tag);
    if (name && content && !said.has(name)) said.set(name, content);
  }
  const first = (names: readonly string[]) => names.map((name) => said.get(name)).find(Boolean);
  return { siteName: nameOf(first(SITE_NAMES)), picture: first(PICTURES) };
}

function attributesIn(tag: string): { name?: string; content?: string } {
  const found: Record<string, string> = {};
  for (const [, name = '', double, single, bare] of tag.matchAll(ATTRIBUTES)) {
    found[name.toLowerCase()] ??= decoded(double ?? single ?? bare ?? '').trim();
  }
  return {
    name: (found.property ?? found.name ?? '').toLowerCase(),
    content: found.content ?? '',
  };
}

function nameOf(text: string | undefined): string | undefined {
  const plain = (text ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return plain === '' ? undefined : [...plain].slice(0, MAX_NAME_LENGTH).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  nbsp: ' ',
};

/** The character references that occur in names and URLs. */
/** Decodes HTML character references such as &amp;. */
export function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (all, ten, six, name) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? all;
    const code = ten === undefined ? Number.parseInt(six, 16) : Number(ten);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}
