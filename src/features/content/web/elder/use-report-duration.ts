import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { callersOf } from '#platform/web/api.ts';
import type { DurationCalls, Video } from '../../contract.ts';
import { playableSeconds } from '../../domain/duration.ts';
import { isListOfVideos, videoPlayer } from '../../domain/players.ts';

const calls = callersOf<DurationCalls>()({
  tellDuration: 'PUT /api/videos/{id}/duration',
});

/** Reports the duration of a video to the server, once, if it is unknown. */
export function useReportDuration({ id, url, duration }: Video): (seconds: number) => void {
  const client = useQueryClient();
  const isTold = useRef(false);
  const isKnown = duration !== null || isListOfVideos(videoPlayer(url));
  return useCallback(
    (told: number) => {
      const seconds = playableSeconds(told);
      if (isKnown || isTold.current || seconds === undefined) return;
      isTold.current = true;
      calls.tellDuration({ params: { id }, body: { url, seconds } }).then(
        () => client.invalidateQueries({ queryKey: ['videos'] }),
        // A failure is ignored: the report is sent again when the video is played the next time.
        () => undefined,
      );
    },
    [client, id, url, isKnown],
  );
}
