/** A scale up to this value counts as not zoomed, because browsers round the scale. */
const UNZOOMED = 1.01;

/**
 * Maximum number of frames to wait until the browser applies the scale limit. A browser that takes
 * longer ignores the limit.
 */
const MAX_FRAMES = 30;

const DIALOG = '[role="dialog"], [role="alertdialog"]';

const MOVES = ['pushState', 'replaceState', 'popstate'];

/**
 * Resets a pinch zoom when a dialog opens or the path is reached, because a zoomed page is only
 * partly visible. The user can zoom again at once. Returns a function that removes the listeners.
 */
export function resetPinchZoom(path: string): () => void {
  const hear = () => {
    if (location.pathname === path && isZoomed()) resetScale();
  };
  for (const move of MOVES) addEventListener(move, hear);
  const observer = new MutationObserver((changes) => {
    if (!isZoomed()) return;
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      const overlay = node instanceof HTMLElement ? overlayIn(node) : undefined;
      if (overlay !== undefined) bringIntoView(overlay);
    }
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    for (const move of MOVES) removeEventListener(move, hear);
    observer.disconnect();
  };
}

/** Resets a pinch zoom for an overlay that is not a dialog. */
export function showWhole(overlay: HTMLElement): void {
  if (isZoomed()) bringIntoView(overlay);
}

function isZoomed(): boolean {
  return (window.visualViewport?.scale ?? 1) > UNZOOMED;
}

function resetScale(): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name=viewport]');
  if (meta === null || meta.content.includes('maximum-scale')) return;
  const { content } = meta;
  meta.content = `${content}, minimum-scale=1, maximum-scale=1`;
  let frames = 0;
  const release = () => {
    frames += 1;
    // Removes the scale limit after the browser has applied it, which takes several frames on a
    // busy page.
    if (frames < 2 || (isZoomed() && frames < MAX_FRAMES)) requestAnimationFrame(release);
    else meta.content = content;
  };
  requestAnimationFrame(release);
}

/**
 * Returns the element with `position: fixed` that contains a dialog in `added`; undefined without a
 * dialog.
 */
function overlayIn(added: HTMLElement): HTMLElement | undefined {
  let around = added.matches(DIALOG) ? added : added.querySelector<HTMLElement>(DIALOG);
  while (around !== null && getComputedStyle(around).position !== 'fixed') {
    around = around === added ? null : around.parentElement;
  }
  return around ?? undefined;
}

/**
 * Resets the scale of the page. Safari does not allow that, so the overlay is also shrunk to the
 * visible part of the page. A further pinch enlarges the overlay.
 */
function bringIntoView(overlay: HTMLElement): void {
  const view = window.visualViewport;
  if (view === null) return;
  let placedAt = view.scale;
  const place = () => {
    if (!overlay.isConnected) {
      view.removeEventListener('resize', place);
      view.removeEventListener('scroll', place);
    } else if (view.scale <= placedAt) {
      placedAt = view.scale;
      overlay.style.transformOrigin = '0 0';
      overlay.style.transform = `translate(${view.offsetLeft}px, ${view.offsetTop}px) scale(${1 / placedAt})`;
    }
  };
  place();
  view.addEventListener('resize', place);
  view.addEventListener('scroll', place);
  resetScale();
}
