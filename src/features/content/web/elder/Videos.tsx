import { useRecordActivity } from '#features/analytics/web/queries.ts';
import type { Video } from '../../contract.ts';
import { videoPlayer } from '../../domain/players.ts';
import { useContent } from '../queries.ts';
import { ActivityList, type ActivityParts } from './ActivityPage.tsx';
import { Opened } from './ItemViewer.tsx';
import { Player } from './Player.tsx';
import { useReportDuration } from './use-report-duration.ts';
import { VideoCard } from './VideoCard.tsx';

interface VideosProps extends ActivityParts {
  /** True if a video plays automatically after its card is pressed. */
  autoplays: boolean;
}

/** The screen Watch: the first six videos, or one of them in full screen. */
export function Videos({ autoplays, ...parts }: VideosProps) {
  return (
    <ActivityList
      query={useContent('videos')}
      parts={parts}
      variant="cards"
      loading="Loading videos..."
      entryOf={(video, onOpen) => (
        <VideoCard {...{ video, onOpen }} icon={parts.icon} isCalm={!parts.isConnected} />
      )}
      openedOf={(video, onClose) => (
        <>
          <OpenVideo {...{ video, autoplays, onClose }} {...parts} />
          {parts.bottom}
        </>
      )}
    />
  );
}

interface OpenVideoProps extends Pick<VideosProps, 'autoplays' | 'isHeld' | 'clock'> {
  video: Video;
  onClose: () => void;
}

function OpenVideo({ video, autoplays, isHeld, clock, onClose }: OpenVideoProps) {
  useRecordActivity('watch', video.id);
  const tellDuration = useReportDuration(video);
  return (
    <Opened title={video.title} variant="dark" clock={clock} isHeld={isHeld} onClose={onClose}>
      <Player
        player={videoPlayer(video.url)}
        title={video.title}
        isMusic={false}
        isHeld={isHeld}
        startsByItself={autoplays}
        onLength={tellDuration}
      />
    </Opened>
  );
}
