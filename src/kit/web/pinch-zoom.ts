/** Up to this scale nobody has zoomed: browsers round. */
const UNZOOMED = 1.01;

const DIALOG = '[role="dialog"], [role="alertdialog"]';

const MOVES = ['pushState', 'replaceState', 'popstate'];

/**
 * Whoever pinches sees a part of the page: when a dialog opens or that path is reached, the page goes
 * back to its own size. It can be pinched again at once. Returns what ends it.
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

function isZoomed(): boolean {
  return (window.visualViewport?.scale ?? 1) > UNZOOMED;
}

function resetScale(): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name=viewport]');
  if (meta === null || meta.content.includes('maximum-scale')) return;
  const { content } = meta;
  meta.content = `${content}, minimum-scale=1, maximum-scale=1`;
  const release = () => {
    meta.content = content;
  };
  // A browser lays the page out by it once before it may go.
  requestAnimationFrame(() => requestAnimationFrame(release));
}

/** What covers the page with a dialog that has come with `added`. */
function overlayIn(added: HTMLElement): HTMLElement | undefined {
  let around = added.matches(DIALOG) ? added : added.querySelector<HTMLElement>(DIALOG);
  while (around !== null && getComputedStyle(around).position !== 'fixed') {
    around = around === added ? null : around.parentElement;
  }
  return around ?? undefined;
}

/**
 * Where the browser does not let the page go back to its own size, as in Safari, the overlay is made as
 * much smaller as the page is larger, in the part that is in view; whoever pinches further sees it larger.
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
