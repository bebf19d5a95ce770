import type { Page } from '@playwright/test';

interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A visible part of a screen: a line of text, a picture, or a control. */
export interface Box extends Rect {
  readonly kind: 'text' | 'picture' | 'target';
  readonly name: string;
  /**
   * Ids of the ancestors of the element, the outermost first, then its own id. The lines of one
   * text have the same ids.
   */
  readonly path: readonly number[];
  /**
   * The sticky or fixed ancestors of the element, the outermost first, with their place on the
   * screen.
   */
  readonly layers: readonly Layer[];
  /** Id of the button or link that contains the element. */
  readonly target: number | undefined;
  /** True if a part of the element is clipped and cannot be scrolled into view. */
  readonly isCut: boolean;
  /** Font size of a text; otherwise the length of the shorter side. In CSS pixels. */
  readonly least: number;
  /**
   * True for a photo as large as the window. Controls may overlap it, because they have their own
   * background.
   */
  readonly isWindowFilling: boolean;
  /** True for an element in the home screen's footer, which has a fixed height. */
  readonly isInFooter: boolean;
}

interface Layer {
  readonly id: number;
  readonly place: 'above' | 'below' | 'all over';
}

/** Boxes that overlap by at most this length only touch each other; in CSS pixels. */
const TOUCHING_PX = 1;

/**
 * Scroll position at which boxes are collected. A pinned element may cover only content that can be
 * scrolled away from it.
 */
export type Scrolled = 'top' | 'end';

/**
 * Describes each pair of boxes that overlap. Exceptions are a box and its container, and a picture
 * and other content of the same button.
 */
export function overlapsOf(boxes: readonly Box[], scrolled: Scrolled): string[] {
  const found = boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter(
        (other) => liesOn(one, other) && !areOne(one, other) && isAtRest(one, other, scrolled),
      )
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

/** False if one of the boxes is pinned and covers content that can be scrolled away from it. */
function isAtRest(one: Box, other: Box, scrolled: Scrolled): boolean {
  const only = (a: Box, b: Box) =>
    a.layers.filter(({ id }) => !b.layers.some((layer) => layer.id === id));
  const [ofOne, ofOther] = [only(one, other), only(other, one)];
  // Scrolling does not separate the boxes if neither is pinned, or if different pinned elements
  // contain them.
  if (ofOne.length > 0 === ofOther.length > 0) return true;
  const [pinned] = ofOne.length > 0 ? ofOne : ofOther;
  const passing = scrolled === 'top' ? 'below' : 'above';
  return pinned?.place !== passing;
}

/**
 * Returns the visible boxes at the start and at the end of scrolling, each clipped by its scroll
 * containers.
 */
export async function boxesOf(page: Page): Promise<Record<Scrolled, Box[]>> {
  const doesScroll = await scroll(page, 'end');
  const end = doesScroll ? await collected(page) : undefined;
  await scroll(page, 'top');
  const top = await collected(page);
  return { top, end: end ?? top };
}

/**
 * Runs `collect` in the page. The result is passed as JSON, because Playwright serializes objects
 * property by property, which takes longer than the search itself.
 */
async function collected(page: Page): Promise<Box[]> {
  return JSON.parse(await page.evaluate(collect));
}

/** Scrolls all scroll containers; returns false if there are none. */
async function scroll(page: Page, scrolled: Scrolled): Promise<boolean> {
  const doesScroll = await page.evaluate((to) => {
    const { scrollingElement } = document;
    const scrollers = [...document.querySelectorAll('*')]
      .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)
      .filter(
        (element) =>
          element === scrollingElement || /auto|scroll/.test(getComputedStyle(element).overflowY),
      );
    for (const element of scrollers) {
      element.scrollTo({ top: to === 'top' ? 0 : element.scrollHeight, behavior: 'instant' });
    }
    return scrollers.length > 0;
  }, scrolled);
  if (doesScroll) await framesLater(page);
  return doesScroll;
}

/** Waits for the few frames that the page needs after a resize or a scroll. */
export function framesLater(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (const _ of [1, 2, 3]) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

/** Runs in the page; returns `Box[]` as JSON. */
function collect(): string {
  const TARGETS = 'a[href], button, [role=button], input, select, textarea';
  const PICTURES = 'img, video, canvas, iframe, svg';

  interface Facts {
    readonly id: number;
    readonly chain: readonly Element[];
    readonly rect: DOMRect;
    readonly style: CSSStyleDeclaration;
    readonly isHidden: boolean;
  }
  const known = new Map<Element, Facts>();
  const factsOf = (element: Element): Facts => {
    const before = known.get(element);
    if (before) return before;
    const { parentElement } = element;
    const parent = parentElement ? factsOf(parentElement) : undefined;
    const style = getComputedStyle(element);
    const isOut = style.clipPath === 'inset(50%)' || style.filter.includes('blur');
    const facts = {
      ...{ id: known.size, style, rect: element.getBoundingClientRect() },
      chain: [...(parent?.chain ?? []), element],
      isHidden: isOut || element.matches('.sr-only, [inert], svg svg') || parent?.isHidden === true,
    };
    known.set(element, facts);
    return facts;
  };
  // Content below a modal dialog is ignored.
  const modal = [...document.querySelectorAll('[aria-modal=true]')]
    .filter((element) => element.checkVisibility() && element.closest('[inert]') === null)
    .at(-1);
  const isSeen = (element: Element) =>
    (modal === undefined || modal.contains(element)) &&
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !factsOf(element).isHidden;

  const SIDES = [
    ['left', 'overflowX', 1],
    ['right', 'overflowX', -1],
    ['top', 'overflowY', 1],
    ['bottom', 'overflowY', -1],
  ] as const;
  type Seen = { -readonly [Side in keyof Rect]: number } & { isCut: boolean };

  const clipBy = ({ style, rect }: Facts, seen: Seen, whole: Rect) => {
    for (const [side, axis, inwards] of SIDES) {
      if (style[axis] === 'visible') continue;
      const lost = inwards * (rect[side] - whole[side]);
      if (/hidden|clip/.test(style[axis]) && lost > 1) seen.isCut = true;
      if (inwards * (rect[side] - seen[side]) > 0) seen[side] = rect[side];
    }
  };

  /** Returns the ancestors that can clip the element, the innermost first. */
  const clippersOf = (element: Element, kind: Box['kind']): Facts[] => {
    // The element of a text is included, because it can clip its own text.
    const chain = factsOf(element).chain.slice(0, kind === 'text' ? undefined : -1);
    let position = kind === 'text' ? 'static' : factsOf(element).style.position;
    return chain
      .map(factsOf)
      .reverse()
      .filter(({ style }) => {
        if (position === 'fixed') return false;
        if (position === 'absolute' && style.position === 'static') return false;
        position = style.position;
        return true;
      });
  };

  /**
   * Returns the visible part of the element. The window does not clip it, because the window can be
   * scrolled.
   */
  const seenOf = (element: Element, kind: Box['kind'], rect: Rect): Seen => {
    const { left, top, right, bottom } = rect;
    const seen = { left, top, right, bottom, isCut: false };
    // Parts that can be scrolled into view do not count as cut off.
    let whole: Rect = { ...seen };
    for (const facts of clippersOf(element, kind)) {
      if (facts.chain.at(-1)?.contains(document.body)) break;
      clipBy(facts, seen, whole);
      if (/auto|scroll/.test(facts.style.overflowY)) whole = { ...seen };
    }
    return seen;
  };

  const layersOf = (element: Element): Layer[] =>
    factsOf(element)
      .chain.map(factsOf)
      .filter(({ style }) => /fixed|sticky/.test(style.position))
      .map(({ id, rect: { top, bottom } }) => {
        const isTall = bottom - top > innerHeight / 2;
        const half = (top + bottom) / 2 < innerHeight / 2 ? 'above' : 'below';
        return { id, place: isTall ? 'all over' : half };
      });

  const boxOf = (element: Element, kind: Box['kind'], rect: Rect, name: string, own?: number) => {
    const { chain, style } = factsOf(element);
    const path = chain.map((each) => factsOf(each).id);
    const target = element.closest(TARGETS);
    return {
      ...{ kind, name: name.trim().slice(0, 60), ...seenOf(element, kind, rect) },
      path: own === undefined ? path : [...path, own],
      layers: layersOf(element),
      target: target ? factsOf(target).id : undefined,
      least:
        kind === 'text'
          ? Number.parseFloat(style.fontSize)
          : Math.min(rect.right - rect.left, rect.bottom - rect.top),
      isWindowFilling: element.matches('[aria-modal=true] img'),
      isInFooter: element.closest('.home-footer') !== null,
    };
  };

  const texts: Box[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement: element, textContent } = node;
    if (!element || !textContent?.trim() || !isSeen(element)) continue;
    if (element.closest('script, style, noscript, svg')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const size = Number.parseFloat(factsOf(element).style.fontSize);
    const own = -1 - texts.length;
    for (const { left, right, top, bottom } of range.getClientRects()) {
      // The box of a text has the height of its letters, without the space of the line above and
      // below them.
      const spare = Math.max(0, (bottom - top - size) / 2);
      const rect = { left, right, top: top + spare, bottom: bottom - spare };
      texts.push(boxOf(element, 'text', rect, textContent, own));
    }
  }
  const elements = [...document.body.querySelectorAll(`${TARGETS}, ${PICTURES}`)].filter(isSeen);
  const others = elements.map((element) => {
    const isTarget = element.matches(TARGETS);
    const label = element.getAttribute('aria-label') ?? element.getAttribute('alt');
    const name = label ?? (element.textContent || (element.parentElement?.className ?? ''));
    return boxOf(element, isTarget ? 'target' : 'picture', factsOf(element).rect, name);
  });
  const seen = [...texts, ...others].filter(
    ({ left, right, top, bottom, isCut }) => isCut || (right - left > 1 && bottom - top > 1),
  );
  return JSON.stringify(seen);
}
