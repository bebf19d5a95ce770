import { useEffect, useEffectEvent, useState } from 'react';
import type { ShownPhoto } from '#features/photos/contract.ts';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { cachedPictures } from '#platform/web/offline/cached-pictures.ts';
import { serverNow } from '#platform/web/server-clock.ts';
import { nextPhoto, shownAfter } from '../../domain/photo-order.ts';

/** Timeout in milliseconds for loading a picture. */
const MAX_LOAD_MS = 20 * SECOND_MS;

/** Delay in milliseconds before the next try if no picture could be loaded. */
const RETRY_MS = 30 * SECOND_MS;

interface FramePhotos {
  /** The photo that is shown, as last element, and before it the photo that it replaces. */
  readonly layers: readonly ShownPhoto[];
  /** True if no picture could be loaded, neither from the server nor from this device. */
  readonly isEmpty: boolean;
}

interface Options {
  /** The photos of the frame, newest first. */
  readonly photos: readonly ShownPhoto[];
  /** The time per photo, in milliseconds. */
  readonly everyMs: number;
  readonly isWanted: boolean;
}

/**
 * Shows the photos of the frame one after the other. The next photo is loaded and decoded while the
 * current one is shown. If it cannot be loaded, a photo that this device has cached is shown
 * instead.
 */
export function useFramePhotos({ photos, everyMs, isWanted }: Options): FramePhotos {
  const [shown, setShown] = useState<FramePhotos & { ids: readonly string[] }>(NONE);
  const choose = useEffectEvent((from: readonly ShownPhoto[]) =>
    nextPhoto({ photos: from, shown: shown.ids, now: serverNow(), random: Math.random }),
  );
  const load = useEffectEvent(async () => {
    const photo = choose(photos);
    if (photo === undefined || (await isLoaded(photo))) return photo;
    return firstLoaded(photos, choose);
  });
  const show = useEffectEvent((photo: ShownPhoto) =>
    setShown((before) => ({
      layers: [...before.layers.slice(-1).filter(({ id }) => id !== photo.id), photo],
      ids: shownAfter({ photos, shown: before.ids }, photo.id),
      isEmpty: false,
    })),
  );
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const step = async (waitMs: number) => {
      const isDue = new Promise((resolve) => {
        timer = setTimeout(resolve, waitMs);
      });
      const photo = await load();
      await isDue;
      if (isOver) return;
      if (photo !== undefined) show(photo);
      else setShown((before) => ({ ...before, isEmpty: before.layers.length === 0 }));
      void step(photo === undefined ? RETRY_MS : everyMs);
    };
    void step(0);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isWanted, everyMs]);
  return shown;
}

const NONE = { layers: [], ids: [], isEmpty: false };

/**
 * Returns a photo that this device has cached and that can be loaded; undefined if there is none.
 */
async function firstLoaded(
  photos: readonly ShownPhoto[],
  choose: (from: readonly ShownPhoto[]) => ShownPhoto | undefined,
): Promise<ShownPhoto | undefined> {
  const cached = await cachedPictures().catch(() => new Set());
  const left = photos.filter(({ url }) => cached.has(url));
  for (let photo = choose(left); photo !== undefined; ) {
    if (await isLoaded(photo)) return photo;
    left.splice(left.indexOf(photo), 1);
    photo = choose(left);
  }
  return undefined;
}

/**
 * Loads and decodes a photo, so that the browser can show it at once. Resolves to false if this
 * fails or takes too long.
 */
async function isLoaded({ url }: ShownPhoto): Promise<boolean> {
  const picture = new Image();
  picture.src = url;
  const patience = new Promise<boolean>((resolve) => setTimeout(resolve, MAX_LOAD_MS, false));
  return Promise.race([
    patience,
    picture.decode().then(
      () => true,
      () => false,
    ),
  ]);
}
