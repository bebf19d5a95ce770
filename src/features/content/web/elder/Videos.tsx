import { useNoteActivity } from '#features/analytics/web/queries.ts';
import type { Video } from '../../contract.ts';
import { videoPlayer } from '../../players.ts';
import { useContent } from '../queries.ts';
import { ActivityList, type ActivityParts, SCREEN } from './ActivityPage.tsx';
import { Opened } from './ItemViewer.tsx';
import { Player } from './Player.tsx';
import { useOpened } from './use-item-viewer.ts';
import { useTellDuration } from './use-tell-duration.ts';
import { VideoCard } from './VideoCard.tsx';

interface VideosProps extends ActivityParts {
  /** A video plays once its card was pressed. */
  autoplays: boolean;
}

/** Watch: the first six videos, and one of them on the whole screen. */
export function Videos({ autoplays, ...parts }: VideosProps) {
  const { data, isError } = useContent('videos');
  const { opened, list, open, close } = useOpened<Video>();
  if (opened !== undefined) {
    return (
      <div className={SCREEN}>
        <OpenVideo video={opened} autoplays={autoplays} {...parts} onClose={close} />
        {parts.bottom}
      </div>
    );
  }
  return (
    <ActivityList
      items={data}
      parts={parts}
      hasFailed={isError}
      variant="cards"
      loading="Loading videos..."
      listRef={list}
      entryOf={(video) => (
        <VideoCard
          video={video}
          icon={parts.icon}
          isCalm={!parts.isConnected}
          onOpen={() => open(video)}
        />
      )}
    />
  );
}

interface OpenVideoProps extends Pick<VideosProps, 'autoplays' | 'isHeld' | 'clock'> {
  video: Video;
  onClose: () => void;
}

function OpenVideo({ video, autoplays, isHeld, clock, onClose }: OpenVideoProps) {
  useNoteActivity('watch', video.id);
  const tellDuration = useTellDuration(video);
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
