import { useEffect, useEffectEvent, useState } from 'react';
import type { ShownPhoto } from '#features/photos/contract.ts';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { cachedPictures } from '#platform/web/offline/cached-pictures.ts';
import { serverNow } from '#platform/web/server-clock.ts';
import { nextPhoto, shownAfter } from '../../photo-order.ts';

/** A picture that is not there by then is not waited for, in milliseconds. */
const MAX_LOAD_MS = 20 * SECOND_MS;

/** After a round without any picture, the next try comes so much later, in milliseconds. */
const RETRY_MS = 30 * SECOND_MS;

interface FramePhotos {
  /** The photo that is shown, and before it the one that it replaces. */
  readonly layers: readonly ShownPhoto[];
  /** No picture could be loaded: from the server, or from this device. */
  readonly isEmpty: boolean;
}

interface Options {
  /** The newest first. */
  readonly photos: readonly ShownPhoto[];
  /** The time per photo, in milliseconds. */
  readonly everyMs: number;
  readonly isWanted: boolean;
}

/**
 * The photos of the frame, one after the other. The next one is loaded and decoded while the present one is
 * shown; without a connection only those are shown that the device keeps.
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

/** A photo that this device keeps; undefined if there is none. */
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

/** Loads and decodes a photo; the browser then shows it at once. */
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
