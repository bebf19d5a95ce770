import { musicService } from './music-addresses.ts';
import { vimeo, youtube } from './video-addresses.ts';
import { stepsOf, type WebAddress, webAddress } from './web-address.ts';

/** How an address is shown; addresses that none of them can show are refused. */
export type Player =
  /** In a frame of the provider, which the page can tell to pause. */
  | { readonly kind: 'youtube' | 'vimeo'; readonly id: string; readonly embedUrl: string }
  /** In a frame of a music service, in which play must be pressed. */
  | { readonly kind: 'music'; readonly provider: string; readonly embedUrl: string }
  /** By the browser itself. */
  | { readonly kind: 'video' | 'audio'; readonly url: string }
  /** HTTP Live Streaming, which needs a library in most browsers. */
  | { readonly kind: 'stream'; readonly url: string };

/** What is said of a video that no player here can show. */
export const NO_VIDEO =
  'This address cannot be played here. Paste a link from YouTube or Vimeo, or the address of a video file that ends in .mp4 or .webm.';

/** What is said of music that no player here can play. */
export const NO_MUSIC =
  'This address cannot be played here. Paste a link from Spotify, Apple Music, Deezer, SoundCloud or YouTube, or the address of a music file that ends in .mp3 or .m4a.';

const VIDEO_FILE = /\.(mp4|webm|ogv|mov|m4v)$/i;
const AUDIO_FILE = /\.(mp3|m4a|aac|ogg|oga|opus|flac|wav)$/i;
const STREAM = /\.m3u8$/i;

/** What plays the address of a video; undefined when nothing here can. */
export function videoPlayer(url: string): Player | undefined {
  const address = webAddress(url);
  if (address === undefined) return undefined;
  const ofYoutube = youtube(address, 'video');
  if (ofYoutube !== undefined) return { kind: 'youtube', ...ofYoutube };
  const ofVimeo = vimeo(address);
  if (ofVimeo !== undefined) return { kind: 'vimeo', ...ofVimeo };
  return file(address, 'video', VIDEO_FILE);
}

/** What plays the address of a playlist, an album or a piece; undefined when nothing here can. */
export function musicPlayer(url: string): Player | undefined {
  const address = webAddress(url);
  if (address === undefined) return undefined;
  const service = musicService(address);
  if (service !== undefined) return { kind: 'music', ...service };
  const ofYoutube = youtube(address, 'list');
  if (ofYoutube !== undefined) return { kind: 'youtube', ...ofYoutube };
  return file(address, 'audio', AUDIO_FILE);
}

/** A list has no length of its own: its player tells that of one video after the other. */
export function isListOfVideos(player: Player | undefined): boolean {
  return player?.kind === 'youtube' && player.embedUrl.includes('&list=');
}

/** The same, playing as soon as it is shown, where its frame can be told so by the address. */
export function withAutoplay(player: Player): Player {
  if (player.kind !== 'youtube' && player.kind !== 'vimeo') return player;
  return { ...player, embedUrl: `${player.embedUrl}&autoplay=1` };
}

function file(address: WebAddress, kind: 'video' | 'audio', known: RegExp): Player | undefined {
  const name = stepsOf(address).at(-1) ?? '';
  if (STREAM.test(name)) return { kind: 'stream', url: address.href };
  return known.test(name) ? { kind, url: address.href } : undefined;
}
