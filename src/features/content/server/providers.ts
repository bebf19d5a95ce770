import { z } from 'zod';
import type { Outbound } from '#platform/server/outbound/fetch.ts';
import { isListOfVideos, type Player } from '../domain/players.ts';
import { type Asking, fetchThumbnail, type Thumbnail } from './thumbnails.ts';

/** The details of an address from its provider; each may be missing. */
export interface About {
  readonly title?: string | undefined;
  readonly seconds?: number | undefined;
  readonly trackCount?: number | undefined;
  /** The name of the page's site. */
  readonly siteName?: string | undefined;
  readonly thumbnail?: Thumbnail | undefined;
}

export const NOTHING_KNOWN: About = {};

/** Maximum time in milliseconds that adding an entry waits for the provider. */
export const PATIENCE_MS = 2500;

/** Upper limit, also for a longer `patienceMs`. */
const MAX_DURATION_MS = 30_000;

const MAX_TITLE_LENGTH = 200;

/** The fields of oEmbed responses, and of Deezer's API. */
const answer = z.object({
  title: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  duration: z.number().optional().catch(undefined),
  thumbnail_url: z.string().optional().catch(undefined),
  picture_big: z.string().optional().catch(undefined),
  cover_big: z.string().optional().catch(undefined),
  album: z
    .object({ cover_big: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
  nb_tracks: z.int().min(1).optional().catch(undefined),
});

type Answer = z.output<typeof answer>;

/**
 * Returns title and picture from the provider, the duration of a video and the number of tracks of
 * music.
 */
export async function askAbout(
  player: Player | undefined,
  url: string,
  asking: Asking,
): Promise<About> {
  const limit = AbortSignal.timeout(asking.patienceMs ?? PATIENCE_MS);
  const said = await saidAt(addressFor(player, url), asking.outside, limit);
  if (said === undefined) return NOTHING_KNOWN;
  return {
    title: titleIn(said),
    seconds: said.duration,
    trackCount: said.nb_tracks,
    thumbnail: await pictureIn(said, asking, limit),
  };
}

/** Deezer uses different field names for pictures of lists and artists, and for covers. */
async function pictureIn(said: Answer, asking: Asking, limit: AbortSignal) {
  const picture = said.thumbnail_url ?? said.picture_big ?? said.cover_big ?? said.album?.cover_big;
  return picture === undefined ? undefined : fetchThumbnail(picture, asking, limit);
}

/** Returns the address of the provider's API; undefined if it has none. */
function addressFor(player: Player | undefined, url: string): string | undefined {
  if (player?.kind === 'youtube') {
    const { id } = player;
    // YouTube's oEmbed endpoint accepts only these forms.
    const watched = isListOfVideos(player) ? `playlist?list=${id}` : `watch?v=${id}`;
    return `https://www.youtube.com/oembed?${about(`https://www.youtube.com/${watched}`)}`;
  }
  if (player?.kind === 'vimeo') return `https://vimeo.com/api/oembed.json?${about(url)}`;
  if (player?.kind !== 'music') return undefined;
  const { provider, embedUrl } = player;
  if (provider === 'Spotify') return `https://open.spotify.com/oembed?${about(url)}`;
  if (provider === 'SoundCloud') return `https://soundcloud.com/oembed?${about(url)}`;
  const [, kind, id] = /widget\/auto\/(\w+)\/(\d+)/.exec(embedUrl) ?? [];
  return provider === 'Deezer' ? `https://api.deezer.com/${kind}/${id}` : undefined;
}

function about(url: string): string {
  return new URLSearchParams({ format: 'json', url }).toString();
}

async function saidAt(
  url: string | undefined,
  outside: Outbound,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  if (url === undefined) return undefined;
  try {
    const { body } = await outside.read(url, {
      accept: ['application/json', 'text/json', 'text/javascript'],
      mostBytes: 500_000,
      withinMs: MAX_DURATION_MS,
      signal,
      wantsBody: ({ status }) => status === 200,
    });
    return body === undefined ? undefined : answer.parse(JSON.parse(body.toString('utf8')));
  } catch {
    // Any error is ignored, because the details are optional.
    return undefined;
  }
}

function titleIn({ title, name }: Answer): string | undefined {
  const plain = (title ?? name ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return plain === '' ? undefined : [...plain].slice(0, MAX_TITLE_LENGTH).join('');
}
