import { siteOf, stepsOf, type WebAddress } from './web-address.ts';

export interface OfService {
  readonly provider: string;
  readonly embedUrl: string;
}

/** Returns the provider and player of a music service; undefined for other addresses. */
export function musicService(address: WebAddress): OfService | undefined {
  const site = siteOf(address);
  if (site === 'open.spotify.com' || site === 'play.spotify.com') return spotify(address);
  if (/^(embed\.)?music\.apple\.com$/.test(site)) return apple(address);
  if (site === 'deezer.com') return deezer(address);
  if (/^((m|w)\.)?soundcloud\.com$/.test(site)) return soundcloud(address);
  return undefined;
}

const SPOTIFY_KINDS = ['playlist', 'album', 'track', 'artist', 'show', 'episode'];

/** Accepts a language before the kind, /embed/ addresses, and the old /user/NAME prefix. */
function spotify(address: WebAddress): OfService | undefined {
  const [kind = '', id = ''] = stepsOf(address).slice(-2);
  if (!SPOTIFY_KINDS.includes(kind) || !/^[A-Za-z0-9]{22}$/.test(id)) return undefined;
  return { provider: 'Spotify', embedUrl: `https://open.spotify.com/embed/${kind}/${id}` };
}

const APPLE_KINDS = ['playlist', 'album', 'song', 'station', 'artist', 'music-video'];

function apple(address: WebAddress): OfService | undefined {
  const [country = '', kind = '', ...rest] = stepsOf(address);
  const id = rest.at(-1) ?? '';
  const isKnown = /^[a-z]{2}$/.test(country) && APPLE_KINDS.includes(kind);
  if (!isKnown || !/^((pl|ra)\.[\w.-]+|\d+)$/.test(id)) return undefined;
  const song = address.searchParams.get('i') ?? '';
  const one = /^\d+$/.test(song) ? `?i=${song}` : '';
  const embedUrl = `https://embed.music.apple.com/${country}/${kind}/${id}${one}`;
  return { provider: 'Apple Music', embedUrl };
}

const DEEZER_KINDS = ['playlist', 'album', 'track', 'artist', 'show', 'episode'];

function deezer(address: WebAddress): OfService | undefined {
  const [kind = '', id = ''] = stepsOf(address).slice(-2);
  if (!DEEZER_KINDS.includes(kind) || !/^\d{1,20}$/.test(id)) return undefined;
  const what = kind === 'artist' ? `artist/${id}/top_tracks` : `${kind}/${id}`;
  return { provider: 'Deezer', embedUrl: `https://widget.deezer.com/widget/auto/${what}` };
}

/** Pages of SoundCloud that are not a user or track. */
const SOUNDCLOUD_PAGES = ['discover', 'search', 'you', 'stream', 'upload', 'pages', 'terms-of-use'];

function soundcloud(address: WebAddress): OfService | undefined {
  const inPlayer = siteOf(address) === 'w.soundcloud.com';
  const track = inPlayer ? address.searchParams.get('url') : trackAddress(address);
  if (track === null || !/^https:\/\/(api\.)?soundcloud\.com\/[\w/-]+$/.test(track))
    return undefined;
  const embedUrl = `https://w.soundcloud.com/player/?url=${encodeURIComponent(track)}&auto_play=false`;
  return { provider: 'SoundCloud', embedUrl };
}

function trackAddress(address: WebAddress): string | null {
  const steps = stepsOf(address);
  const [first = ''] = steps;
  if (steps.length < 1 || SOUNDCLOUD_PAGES.includes(first)) return null;
  return `https://soundcloud.com/${steps.join('/')}`;
}
