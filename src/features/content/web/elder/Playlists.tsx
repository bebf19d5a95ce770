import info from '@phosphor-icons/core/assets/duotone/info-duotone.svg?raw';
import play from '@phosphor-icons/core/assets/fill/play-fill.svg?raw';
import { useRecordActivity } from '#features/analytics/web/queries.ts';
import { Icon } from '#platform/web/ui/Icon.tsx';
import type { Playlist } from '../../contract.ts';
import { musicPlayer } from '../../domain/players.ts';
import { tracksOf } from '../../domain/track-count.ts';
import { useContent } from '../queries.ts';
import { ActivityList, type ActivityParts } from './ActivityPage.tsx';
import { ActivityRow } from './ActivityRow.tsx';
import { Opened } from './ItemViewer.tsx';
import { Player, UNMEASURED } from './Player.tsx';

interface PlaylistsProps extends ActivityParts {
  /** True if media plays automatically after its row is pressed, where supported. */
  autoplays: boolean;
}

/** The screen Listen: the first six playlists, or one of them in its player. */
export function Playlists({ autoplays, ...parts }: PlaylistsProps) {
  return (
    <ActivityList
      query={useContent('playlists')}
      parts={parts}
      variant="rows"
      loading="Loading playlists..."
      note={<Note text="After the music player opens, press play to start." />}
      entryOf={(playlist, onOpen) => (
        <ActivityRow
          id={playlist.id}
          icon={parts.icon}
          pictureUrl={playlist.thumbnailUrl}
          title={playlist.name}
          detail={playlist.trackCount === null ? undefined : tracksOf(playlist.trackCount)}
          sign={play}
          isCalm={!parts.isConnected}
          onOpen={onOpen}
        />
      )}
      openedOf={(playlist, onClose) => (
        <>
          <OpenPlaylist {...{ playlist, autoplays, onClose }} {...parts} />
          {parts.bottom}
        </>
      )}
    />
  );
}

interface OpenPlaylistProps extends Pick<PlaylistsProps, 'autoplays' | 'isHeld' | 'clock'> {
  playlist: Playlist;
  onClose: () => void;
}

function OpenPlaylist({ playlist, autoplays, isHeld, clock, onClose }: OpenPlaylistProps) {
  useRecordActivity('listen', playlist.id);
  const player = musicPlayer(playlist.spotifyUrl);
  const isSilentAtFirst = player?.kind === 'music' || !autoplays;
  return (
    <Opened title={playlist.name} variant="dark" clock={clock} isHeld={isHeld} onClose={onClose}>
      {player !== undefined && isSilentAtFirst && (
        <Note isEdge text="Press play to start the music." />
      )}
      <Player
        player={player}
        title={playlist.name}
        isMusic={true}
        isHeld={isHeld}
        startsByItself={autoplays}
        onLength={UNMEASURED}
      />
    </Opened>
  );
}

/**
 * If `isEdge` is true, the note is at the edge of the screen, without margin and rounded corners.
 */
function Note({ text, isEdge = false }: { text: string; isEdge?: boolean }) {
  const place = isEdge ? 'min-h-21' : 'activity-note rounded-press';
  return (
    <p
      className={`flex items-center gap-5 bg-key-tint px-6 py-3 font-semibold text-elder text-key-deep broad:px-8 [&_.icon]:text-[2.25rem] ${place}`}
    >
      <Icon of={info} />
      {text}
    </p>
  );
}
