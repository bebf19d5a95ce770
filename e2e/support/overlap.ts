import type { Page } from '@playwright/test';

interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Something that is seen: a line of text, a picture, or what can be pressed or filled in. */
export interface Box extends Rect {
  readonly kind: 'text' | 'picture' | 'target';
  readonly name: string;
  /** What holds it, from the outside in, and itself; the lines of one text are one. */
  readonly path: readonly number[];
  /** The pinned (sticky or fixed) things around it, from the outside in, with how each is placed. */
  readonly layers: readonly Layer[];
  /** The button or link that it is a part of. */
  readonly target: number | undefined;
  /** A part of it is never seen, however one scrolls. */
  readonly isCut: boolean;
  /** A photo as large as the window: what is pressed stands on it, on a plate of its own. */
  readonly isWindowFilling: boolean;
  /** Of the home screen, whose footer keeps its height whatever it says. */
  readonly isInFooter: boolean;
}

interface Layer {
  readonly id: number;
  readonly place: 'above' | 'below' | 'all over';
}

/** Boxes that lie on each other by no more than this touch; in CSS pixels. */
const TOUCHING_PX = 1;

/** Where whatever scrolls stands: what is pinned covers nothing that cannot be scrolled clear of it. */
export type Scrolled = 'top' | 'end';

/**
 * Each two boxes of which one lies on the other, unless it holds the other. Of a picture and what
 * stands on it within the same button nothing is said: they are one thing.
 */
export function overlapsOf(boxes: readonly Box[], scrolled: Scrolled): string[] {
  const found = boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => liesOn(one, other) && !areOne(one, other) && isAtRest(one, other, scrolled))
      .map((other) => `${one.kind} ‘${one.name}’ and ${other.kind} ‘${other.name}’`),
  );
  return [...new Set(found)];
}

function liesOn(one: Rect, other: Rect): boolean {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return across > TOUCHING_PX && down > TOUCHING_PX;
}

function areOne(one: Box, other: Box): boolean {
  const holds = (a: Box, b: Box) => b.path.includes(a.path.at(-1) ?? -1);
  if (holds(one, other) || holds(other, one)) return true;
  const isOnPicture = one.kind === 'picture' || other.kind === 'picture';
  if (isOnPicture && one.target !== undefined && one.target === other.target) return true;
  const isOn = (a: Box, b: Box) => a.isWindowFilling && b.target !== undefined;
  return isOn(one, other) || isOn(other, one);
}

/** What is pinned may lie over what is on its way below it, but not where the scrolling ends. */
function isAtRest(one: Box, other: Box, scrolled: Scrolled): boolean {
  const only = (a: Box, b: Box) =>
    a.layers.filter(({ id }) => !b.layers.some((layer) => layer.id === id));
  const [ofOne, ofOther] = [only(one, other), only(other, one)];
  // Two that are pinned by themselves, or none: nothing moves them away from each other.
  if (ofOne.length > 0 === ofOther.length > 0) return true;
  const [pinned] = ofOne.length > 0 ? ofOne : ofOther;
  const passing = scrolled === 'top' ? 'below' : 'above';
  return pinned?.place !== passing;
}

/** Scrolls all that scrolls, then says what is seen, each cut to what its scrollers show of it. */
export async function boxesOf(page: Page, scrolled: Scrolled): Promise<Box[]> {
  await page.evaluate(async (to) => {
    const { scrollingElement } = document;
    for (const element of document.querySelectorAll('*')) {
      const { overflowY } = getComputedStyle(element);
      if (element !== scrollingElement && !/auto|scroll/.test(overflowY)) continue;
      if (element.scrollHeight <= element.clientHeight) continue;
      const top = to === 'top' ? 0 : element.scrollHeight;
      element.scrollTo({ top, behavior: 'instant' });
    }
    // What the page makes of that comes with the next frames.
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (const _ of [1, 2, 3]) await frame();
  }, scrolled);
  return page.evaluate(collect);
}

/** In the page. */
function collect(): Box[] {
  const TARGETS = 'a[href], button, [role=button], input, select, textarea';
  const PICTURES = 'img, video, canvas, iframe, svg';
  const modal = [...document.querySelectorAll('[aria-modal=true]')]
    .filter((element) => element.checkVisibility() && element.closest('[inert]') === null)
    .at(-1);
  const ids = new Map<Element, number>();
  const idOf = (element: Element) => {
    const id = ids.get(element) ?? ids.size;
    ids.set(element, id);
    return id;
  };
  const chainOf = (element: Element | null): Element[] =>
    element === null ? [] : [...chainOf(element.parentElement), element];
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.closest('.sr-only, [inert], svg svg') === null &&
    // What lies beneath a question, and what is a ground for others, is not looked at.
    (modal === undefined || modal.contains(element)) &&
    !getComputedStyle(element).filter.includes('blur') &&
    !chainOf(element).some((each) => getComputedStyle(each).clipPath === 'inset(50%)');

  /** What of it its scrollers and clippers show; the window itself is scrolled and cuts nothing. */
  const seenOf = (element: Element, { left, top, right, bottom }: Rect) => {
    const seen = { left, top, right, bottom, isCut: false };
    // What can be scrolled to is not cut.
    let whole: Rect = { ...seen };
    let { position } = getComputedStyle(element);
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      if (position === 'fixed') break;
      const style = getComputedStyle(at);
      if (position === 'absolute' && style.position === 'static') continue;
      position = style.position;
      const clip = at.getBoundingClientRect();
      const isOut = whole.left < clip.left - 1 || whole.right > clip.right + 1;
      const isOver = whole.top < clip.top - 1 || whole.bottom > clip.bottom + 1;
      if (/hidden|clip/.test(style.overflowX) && isOut) seen.isCut = true;
      if (/hidden|clip/.test(style.overflowY) && isOver) seen.isCut = true;
      if (style.overflowX !== 'visible') {
        seen.left = Math.max(seen.left, clip.left);
        seen.right = Math.min(seen.right, clip.right);
      }
      if (style.overflowY !== 'visible') {
        seen.top = Math.max(seen.top, clip.top);
        seen.bottom = Math.min(seen.bottom, clip.bottom);
      }
      if (/auto|scroll/.test(style.overflowY)) whole = { ...seen };
    }
    return seen;
  };

  const layersOf = (chain: readonly Element[]): Layer[] =>
    chain
      .filter((element) => /fixed|sticky/.test(getComputedStyle(element).position))
      .map((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        const isTall = bottom - top > innerHeight / 2;
        const isAbove = (top + bottom) / 2 < innerHeight / 2;
        const half = isAbove ? 'above' : 'below';
        return { id: idOf(element), place: isTall ? 'all over' : half };
      });

  const boxOf = (element: Element, kind: Box['kind'], rect: Rect, name: string, own?: number) => {
    const chain = chainOf(element);
    const target = element.closest(TARGETS);
    const path = chain.map(idOf);
    return {
      ...{ kind, name: name.trim().slice(0, 60), ...seenOf(element, rect) },
      path: own === undefined ? path : [...path, own],
      layers: layersOf(chain),
      target: target ? idOf(target) : undefined,
      isWindowFilling: element.matches('[aria-modal=true] img'),
      isInFooter: element.closest('.home-footer') !== null,
    };
  };

  const texts: Box[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let count = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement: element, textContent } = node;
    if (!element || !textContent?.trim() || !isSeen(element)) continue;
    if (element.closest('script, style, noscript, svg')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    count -= 1;
    const size = Number.parseFloat(getComputedStyle(element).fontSize);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      // What the letters take: the font's own box has room above and below them.
      const spare = Math.max(0, (bottom - top - size) / 2);
      const rect = { left, right, top: top + spare, bottom: bottom - spare };
      texts.push(boxOf(element, 'text', rect, textContent, count));
    }
  }
  const elements = [...document.body.querySelectorAll(`${TARGETS}, ${PICTURES}`)].filter(isSeen);
  const others = elements.map((element) => {
    const isTarget = element.matches(TARGETS);
    const label = element.getAttribute('aria-label') ?? element.getAttribute('alt');
    const name = label ?? (element.textContent || (element.parentElement?.className ?? ''));
    return boxOf(element, isTarget ? 'target' : 'picture', element.getBoundingClientRect(), name);
  });
  return [...texts, ...others].filter(
    ({ left, right, top, bottom, isCut }) => isCut || (right - left > 1 && bottom - top > 1),
  );
}
