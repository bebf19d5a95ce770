import { useCallback, useEffect, useMemo, useReducer } from 'react';
import type { ShownPhoto } from '../../contract.ts';
import {
  CLOSED,
  type Viewer,
  type ViewerEvent,
  viewerAfter,
  viewerOver,
} from '../../domain/viewer.ts';

interface State {
  readonly viewer: Viewer;
  /** Ids of the photos to which the viewer's index refers. */
  readonly ids: readonly string[];
}

interface Step {
  readonly event: ViewerEvent;
  readonly ids: readonly string[];
}

/** State of the viewer for these photos, initially closed; updated when the list changes. */
export function usePhotoViewer(photos: readonly ShownPhoto[], startsByItself: boolean) {
  const ids = useMemo(() => photos.map(({ id }) => id), [photos]);
  const [state, step] = useReducer(after, { viewer: CLOSED, ids });
  const send = useCallback((event: ViewerEvent) => step({ event, ids }), [ids]);
  useEffect(() => send({ type: 'photos came', startsByItself }), [send, startsByItself]);
  return { viewer: viewerOver(state.viewer, state.ids, ids), send };
}

function after({ viewer, ids: before }: State, { event, ids }: Step): State {
  return { viewer: viewerAfter(viewerOver(viewer, before, ids), event, ids.length), ids };
}
