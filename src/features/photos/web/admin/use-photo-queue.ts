import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '#kit/web/api.ts';
import { useWarningBeforeLeaving } from '#kit/web/forms/use-warning-before-leaving.ts';
import { toast } from '#kit/web/toasts.tsx';
import { MOST_PHOTO_BYTES, TOO_LARGE } from '../../limits.ts';
import { usePhotosChanged, useSendPhoto } from '../queries.ts';
import { photoQueue, type QueuedPhoto } from './photo-queue.ts';

/** What the server would say too, said before anything is sent. */
class NotSent extends Error {}

/**
 * The photos on their way, and the way to send more. They go on when another tab of the panel is
 * opened, and the browser asks before the page itself is closed.
 */
export function usePhotoQueue() {
  const [photos, setPhotos] = useState<readonly QueuedPhoto[]>([]);
  const send = useSendPhoto();
  const changed = usePhotosChanged();
  const latest = useRef({ send, changed });
  useEffect(() => {
    latest.current = { send, changed };
  });
  const [queue] = useState(() =>
    photoQueue({
      async send(file, albumId, onProgress) {
        if (file.size > MOST_PHOTO_BYTES) throw new NotSent(TOO_LARGE);
        const { signal } = new AbortController();
        await latest.current.send(file, albumId, { onProgress, signal });
      },
      reasonFor: (error) =>
        error instanceof NotSent
          ? error.message
          : sentenceOf(error, 'It did not reach the server. Please try again.'),
      onChange: setPhotos,
      onEnd(taken) {
        void latest.current.changed();
        if (taken === 0) toast.error('Upload Failed', 'Failed to upload photos');
        else toast.success('Success', `${taken} ${taken === 1 ? 'photo' : 'photos'} uploaded`);
      },
    }),
  );
  useWarningBeforeLeaving(photos.some(({ state }) => state === 'waiting' || state === 'sending'));
  return { photos, add: queue.add, forget: () => setPhotos([]) };
}
