import type { Player as AnyPlayer } from '../../domain/players.ts';
import { FramePlayer } from './FramePlayer.tsx';
import { MediaPlayer } from './MediaPlayer.tsx';
import { NotPlayable } from './NotPlayable.tsx';

interface PlayerProps {
  /** Undefined if the address has no player. */
  player: AnyPlayer | undefined;
  title: string;
  isMusic: boolean;
  isHeld: boolean;
  startsByItself: boolean;
  /** Called with the duration in seconds, if known. */
  onLength: (seconds: number) => void;
}

/** The callback `onLength` for media whose duration is not stored. */
export const UNMEASURED = () => undefined;

/** Plays a video or music; only one player is mounted at a time. */
export function Player({ player, isMusic, ...options }: PlayerProps) {
  if (player === undefined) return <NotPlayable />;
  return 'embedUrl' in player ? (
    <FramePlayer player={player} {...options} />
  ) : (
    <MediaPlayer player={player} isMusic={isMusic} {...options} />
  );
}
