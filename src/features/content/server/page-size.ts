/** Pages with more take longer than others should wait for. */
export const MOST_ELEMENTS = 12_000;

/** Deeper ones are made to hurt. */
const DEEPEST = 200;

/** Elements that need no end, or whose end is often left out. */
const ENDLESS = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source'],
  ...['track', 'wbr', 'p', 'li', 'td', 'th', 'tr', 'dt', 'dd', 'option', 'path', 'use'],
]);

/** Looks at the bare text, once from its start to its end: too much must not be parsed to be found. */
export function isTooMuch(page: string): boolean {
  let elements = 0;
  let depth = 0;
  for (const { opens, isDeeper } of tagsIn(page.toLowerCase())) {
    if (opens) elements += 1;
    if (isDeeper) depth = opens ? depth + 1 : Math.max(0, depth - 1);
    if (elements > MOST_ELEMENTS || depth > DEEPEST) return true;
  }
  return false;
}

/** Each tag in its turn, and whether it begins or ends something that others stand in. */
function* tagsIn(text: string) {
  const tag = /<(\/?)([a-z][a-z0-9]*)/g;
  let tagEnd = -1;
  for (let match = tag.exec(text); match !== null; match = tag.exec(text)) {
    const [, close, name = ''] = match;
    // Several beginnings may have one end: it is looked for once.
    if (tagEnd < tag.lastIndex) tagEnd = placeOf(text, '>', tag.lastIndex);
    yield { opens: close === '', isDeeper: !ENDLESS.has(name) && text[tagEnd - 1] !== '/' };
    // What looks like a tag in there is none.
    if (close === '' && /^(script|style)$/.test(name)) {
      tag.lastIndex = placeOf(text, `</${name}`, tag.lastIndex);
    }
  }
}

function placeOf(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from);
  return at === -1 ? text.length : at;
}
