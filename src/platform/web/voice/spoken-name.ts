/** Selector for controls that are pressed, chosen or filled in. */
const CONTROL = 'a[href], button, summary, input, select, textarea, [role="button"], [role="tab"]';

/** Block elements, between which the voice pauses. */
const BLOCKS = new Set(['P', 'DIV', 'LI', 'H1', 'H2', 'H3', 'H4', 'DT', 'DD', 'SECTION', 'LABEL']);

/** Elements that are never read as text. */
const UNREAD = new Set(['SVG', 'STYLE', 'SCRIPT', 'TEMPLATE']);

/** Returns the control that is the target or contains it; undefined without one. */
export function controlAround(target: EventTarget | null): Element | undefined {
  return target instanceof Element ? (target.closest(CONTROL) ?? undefined) : undefined;
}

/** Returns the accessible name of an element, with commas between lines. */
export function spokenName(element: Element): string {
  const name =
    textsOf(element, 'aria-labelledby') ||
    element.getAttribute('aria-label') ||
    labelsOf(element) ||
    element.getAttribute('alt') ||
    textOf(element) ||
    element.getAttribute('title') ||
    '';
  return tidy(name);
}

function textsOf(element: Element, attribute: string): string {
  const ids = element.getAttribute(attribute)?.split(/\s+/) ?? [];
  return ids
    .map((id) => element.ownerDocument.getElementById(id))
    .map((each) => (each ? (each.getAttribute('aria-label') ?? textOf(each)) : ''))
    .join(' ')
    .trim();
}

function labelsOf(element: Element): string {
  if (!('labels' in element) || !(element.labels instanceof NodeList)) return '';
  return [...element.labels].map((label) => (label instanceof Element ? textOf(label) : '')).join();
}

function textOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? '').replace(/\s+/g, ' ');
  if (!(node instanceof Element) || isUnread(node)) return '';
  const own = node.getAttribute('aria-label') ?? node.getAttribute('alt');
  if (own !== null) return ` ${own} `;
  const text = [...node.childNodes].map(textOf).join('');
  return BLOCKS.has(node.tagName) ? `\n${text}\n` : ` ${text} `;
}

function isUnread(element: Element): boolean {
  return (
    UNREAD.has(element.tagName.toUpperCase()) ||
    element.hasAttribute('hidden') ||
    element.getAttribute('aria-hidden') === 'true'
  );
}

function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .map((line, index, all) =>
      index === all.length - 1 || /[.,:;!?]$/.test(line) ? line : `${line},`,
    )
    .join(' ');
}
