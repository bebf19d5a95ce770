import { useCallback, useEffect, useReducer } from 'react';
import { CLOSED, type Viewer, type ViewerEvent, viewerAfter } from '../../viewer.ts';

interface Step {
  readonly event: ViewerEvent;
  readonly count: number;
}

/** The viewer of `count` photos, closed at first; told at once of photos that come. */
export function usePhotoViewer(count: number, startsByItself: boolean) {
  const [viewer, step] = useReducer(after, CLOSED);
  const send = useCallback((event: ViewerEvent) => step({ event, count }), [count]);
  useEffect(() => send({ type: 'photos came', startsByItself }), [send, startsByItself]);
  return { viewer, send };
}

function after(viewer: Viewer, { event, count }: Step): Viewer {
  return viewerAfter(viewer, event, count);
}
