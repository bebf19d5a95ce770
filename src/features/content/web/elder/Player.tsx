import type { Player as AnyPlayer } from '../../players.ts';
import { FramePlayer } from './FramePlayer.tsx';
import { MediaPlayer } from './MediaPlayer.tsx';
import { NotPlayable } from './NotPlayable.tsx';

interface PlayerProps {
  /** Undefined: no player here knows the address. */
  player: AnyPlayer | undefined;
  title: string;
  isMusic: boolean;
  isHeld: boolean;
  startsByItself: boolean;
  /** Told how many seconds it lasts, where that is known. */
  onLength: (seconds: number) => void;
}

/** For what nobody asks the length of. */
export const UNMEASURED = () => undefined;

/** What plays a video or music; there is never more than one. */
export function Player({ player, isMusic, ...options }: PlayerProps) {
  if (player === undefined) return <NotPlayable />;
  return 'embedUrl' in player ? (
    <FramePlayer player={player} {...options} />
  ) : (
    <MediaPlayer player={player} isMusic={isMusic} {...options} />
  );
}
