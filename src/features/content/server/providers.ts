import { z } from 'zod';
import type { Outbound } from '#kit/server/outbound/fetch.ts';
import { isListOfVideos, type Player } from '../players.ts';
import { type Asking, keptThumbnail, type Thumbnail } from './thumbnails.ts';

/** What a provider says of an address: any of it, or nothing. */
export interface About {
  readonly title?: string | undefined;
  readonly seconds?: number | undefined;
  readonly trackCount?: number | undefined;
  /** Of the site of a page. */
  readonly siteName?: string | undefined;
  readonly thumbnail?: Thumbnail | undefined;
}

export const NOTHING_KNOWN: About = {};

/** Nobody who adds something waits longer than this for what its provider says. */
export const PATIENCE_MS = 2500;

/** Whatever the patience of who asks. */
const LONGEST_MS = 30_000;

const LONGEST_TITLE = 200;

/** The parts of oEmbed, and of Deezer's own answer, that are of use here. */
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

/** Title or name and picture of what a player plays: of a video its length, of music how many pieces. */
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

/** Deezer has one word for the pictures of lists and artists, and another for covers. */
async function pictureIn(said: Answer, asking: Asking, limit: AbortSignal) {
  const picture = said.thumbnail_url ?? said.picture_big ?? said.cover_big ?? said.album?.cover_big;
  return picture === undefined ? undefined : keptThumbnail(picture, asking, limit);
}

/** Where the provider answers about it, if it does. */
function addressFor(player: Player | undefined, url: string): string | undefined {
  if (player?.kind === 'youtube') {
    const { id } = player;
    // YouTube answers about these forms alone.
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
      withinMs: LONGEST_MS,
      signal,
      wantsBody: ({ status }) => status === 200,
    });
    return body === undefined ? undefined : answer.parse(JSON.parse(body.toString('utf8')));
  } catch {
    // Whatever the provider did: what it would have said is not needed.
    return undefined;
  }
}

function titleIn({ title, name }: Answer): string | undefined {
  const plain = (title ?? name ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return plain === '' ? undefined : [...plain].slice(0, LONGEST_TITLE).join('');
}
