/** Pages with more elements take too long to parse. */
export const MAX_ELEMENTS = 12_000;

/** Maximum nesting; deeper pages are malicious. */
const DEEPEST = 200;

/** Elements without an end tag, or with an optional one. */
const ENDLESS = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source'],
  ...['track', 'wbr', 'p', 'li', 'td', 'th', 'tr', 'dt', 'dd', 'option', 'path', 'use'],
]);

/**
 * True if a page has too many or too deeply nested elements. Scans the text once without parsing
 * it, because parsing an oversized page would take too long.
 */
export function isTooMuch(page: string): boolean {
  let elements = 0;
  let depth = 0;
  for (const { opens, isDeeper } of tagsIn(page.toLowerCase())) {
    if (opens) elements += 1;
    if (isDeeper) depth = opens ? depth + 1 : Math.max(0, depth - 1);
    if (elements > MAX_ELEMENTS || depth > DEEPEST) return true;
  }
  return false;
}

/** Yields each tag, and whether it starts or ends an element with children. */
function* tagsIn(text: string) {
  const tag = /<(\/?)([a-z][a-z0-9]*)/g;
  let tagEnd = -1;
  for (let match = tag.exec(text); match !== null; match = tag.exec(text)) {
    const [, close, name = ''] = match;
    // The end of the tag is searched only if it lies ahead, because several tags without an end may
    // share the next `>`.
    if (tagEnd < tag.lastIndex) tagEnd = placeOf(text, '>', tag.lastIndex);
    yield { opens: close === '', isDeeper: !ENDLESS.has(name) && text[tagEnd - 1] !== '/' };
    // Skips the content of script and style elements.
    if (close === '' && /^(script|style)$/.test(name)) {
      tag.lastIndex = placeOf(text, `</${name}`, tag.lastIndex);
    }
  }
}

function placeOf(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from);
  return at === -1 ? text.length : at;
}
