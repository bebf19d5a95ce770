import { musicService } from './music-addresses.ts';
import { vimeo, youtube } from './video-addresses.ts';
import { stepsOf, type WebAddress, webAddress } from './web-address.ts';

/** How an address is played; an address without a player is refused. */
export type Player =
  /** Shown in a frame of the provider, which the page can pause by messages. */
  | { readonly kind: 'youtube' | 'vimeo'; readonly id: string; readonly embedUrl: string }
  /** Shown in a frame of a music service, in which the person must press play. */
  | { readonly kind: 'music'; readonly provider: string; readonly embedUrl: string }
  /** Played by the browser. */
  | { readonly kind: 'video' | 'audio'; readonly url: string }
  /** HTTP Live Streaming, for which most browsers need a library. */
  | { readonly kind: 'stream'; readonly url: string };

/** The refusal of a video address without a player. */
export const NO_VIDEO =
  'This address cannot be played here. Paste a link from YouTube or Vimeo, or the address of a video file that ends in .mp4 or .webm.';

/** The refusal of a music address without a player. */
export const NO_MUSIC =
  'This address cannot be played here. Paste a link from Spotify, Apple Music, Deezer, SoundCloud or YouTube, or the address of a music file that ends in .mp3 or .m4a.';

const VIDEO_FILE = /\.(mp4|webm|ogv|mov|m4v)$/i;
const AUDIO_FILE = /\.(mp3|m4a|aac|ogg|oga|opus|flac|wav)$/i;
const STREAM = /\.m3u8$/i;

/** Returns the player of a video address; undefined if there is none. */
export function videoPlayer(url: string): Player | undefined {
  const address = webAddress(url);
  if (address === undefined) return undefined;
  const ofYoutube = youtube(address, 'video');
  if (ofYoutube !== undefined) return { kind: 'youtube', ...ofYoutube };
  const ofVimeo = vimeo(address);
  if (ofVimeo !== undefined) return { kind: 'vimeo', ...ofVimeo };
  return file(address, 'video', VIDEO_FILE);
}

/** Returns the player of a playlist, album or track address; undefined if there is none. */
export function musicPlayer(url: string): Player | undefined {
  const address = webAddress(url);
  if (address === undefined) return undefined;
  const service = musicService(address);
  if (service !== undefined) return { kind: 'music', ...service };
  const ofYoutube = youtube(address, 'list');
  if (ofYoutube !== undefined) return { kind: 'youtube', ...ofYoutube };
  return file(address, 'audio', AUDIO_FILE);
}

/**
 * True for a list of videos. A list has no duration; its player reports the duration of each video.
 */
export function isListOfVideos(player: Player | undefined): boolean {
  return player?.kind === 'youtube' && player.embedUrl.includes('&list=');
}

/**
 * Returns the player with autoplay, if the provider supports autoplay as a parameter of the
 * address.
 */
export function withAutoplay(player: Player): Player {
  if (player.kind !== 'youtube' && player.kind !== 'vimeo') return player;
  return { ...player, embedUrl: `${player.embedUrl}&autoplay=1` };
}

function file(address: WebAddress, kind: 'video' | 'audio', known: RegExp): Player | undefined {
  const name = stepsOf(address).at(-1) ?? '';
  if (STREAM.test(name)) return { kind: 'stream', url: address.href };
  return known.test(name) ? { kind, url: address.href } : undefined;
}
