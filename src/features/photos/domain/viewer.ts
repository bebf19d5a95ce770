/** State of the photo viewer: closed, open on one photo, or in a slideshow. */
export type Viewer =
  | { readonly status: 'closed'; readonly closedByHand: boolean }
  | { readonly status: 'open' | 'running' | 'paused'; readonly index: number };

export type ViewerEvent =
  | { readonly type: 'photo pressed'; readonly index: number }
  | { readonly type: 'start pressed' }
  | { readonly type: 'time is over' }
  | { readonly type: 'photos came'; readonly startsByItself: boolean }
  | { readonly type: 'previous' | 'next' | 'pause' | 'resume' | 'close' };

export const CLOSED: Viewer = { status: 'closed', closedByHand: false };

/** Returns the state after an event, with `count` photos. */
export function viewerAfter(viewer: Viewer, event: ViewerEvent, count: number): Viewer {
  switch (event.type) {
    case 'photo pressed':
      return isIndex(event.index, count) ? { status: 'open', index: event.index } : viewer;
    case 'start pressed':
      return started(viewer, count);
    case 'photos came':
      return withPhotos(viewer, event.startsByItself, count);
    case 'close':
      return { status: 'closed', closedByHand: true };
    default:
      return viewer.status === 'closed' ? viewer : shown(viewer, event.type, count);
  }
}

/**
 * Returns the state for a changed list, so that uploads and deletions do not change the displayed
 * photo.
 */
export function viewerOver(
  viewer: Viewer,
  before: readonly string[],
  ids: readonly string[],
): Viewer {
  if (viewer.status === 'closed' || before === ids) return viewer;
  const id = before[viewer.index];
  const index = id === undefined || ids[viewer.index] === id ? -1 : ids.indexOf(id);
  return index < 0 ? viewer : { ...viewer, index };
}

export function arrowsOf(viewer: Viewer, count: number): { previous: boolean; next: boolean } {
  if (viewer.status === 'closed' || count < 2) return { previous: false, next: false };
  const isSlideshow = viewer.status !== 'open';
  return { previous: viewer.index > 0, next: isSlideshow || viewer.index < count - 1 };
}

/** Starts with the first photo from the grid, or with the displayed one from the viewer. */
function started(viewer: Viewer, count: number): Viewer {
  if (viewer.status === 'closed') {
    return count > 0 ? { status: 'running', index: 0 } : viewer;
  }
  return count > 1 ? { ...viewer, status: 'running' } : viewer;
}

/** Starts the slideshow automatically, but not after the person has closed it. */
function withPhotos(viewer: Viewer, startsByItself: boolean, count: number): Viewer {
  if (viewer.status !== 'closed') {
    return count === 0 ? CLOSED : { ...viewer, index: Math.min(viewer.index, count - 1) };
  }
  const starts = startsByItself && count > 0 && !viewer.closedByHand;
  return starts ? { status: 'running', index: 0 } : viewer;
}

type Shown = Exclude<Viewer, { status: 'closed' }>;

function shown(
  viewer: Shown,
  type: 'previous' | 'next' | 'pause' | 'resume' | 'time is over',
  count: number,
): Viewer {
  switch (type) {
    case 'previous':
      return { ...viewer, index: Math.max(0, viewer.index - 1) };
    case 'next':
      return { ...viewer, index: indexAfter(viewer, count) };
    case 'time is over':
      return viewer.status === 'running' ? { ...viewer, index: indexAfter(viewer, count) } : viewer;
    case 'pause':
      return viewer.status === 'running' ? { ...viewer, status: 'paused' } : viewer;
    case 'resume':
      return viewer.status === 'paused' ? { ...viewer, status: 'running' } : viewer;
  }
}

/** A slideshow continues with the first photo after the last. */
function indexAfter({ status, index }: Shown, count: number): number {
  if (index < count - 1) return index + 1;
  return status === 'open' ? index : 0;
}

function isIndex(index: number, count: number): boolean {
  return Number.isInteger(index) && index >= 0 && index < count;
}
