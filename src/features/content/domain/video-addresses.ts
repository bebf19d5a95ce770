import { siteOf, stepsOf, type WebAddress } from './web-address.ts';

export interface InFrame {
  readonly id: string;
  readonly embedUrl: string;
}

const YOUTUBE = /^((m|music)\.)?youtube(-nocookie)?\.com$/;
const VIDEO_ID = /^[\w-]{11}$/;
/** Pattern of the ids of public lists; shorter ids, such as WL, are private lists. */
const LIST_ID = /^[\w-]{12,64}$/;

/**
 * Player parameters: captions, no videos of other channels at the end, inline playback, and the
 * message API.
 */
const YOUTUBE_WISHES = 'cc_load_policy=1&rel=0&playsinline=1&enablejsapi=1';
/** Player parameters: no tracking cookies, and captions. */
const VIMEO_WISHES = 'dnt=1&texttrack=en';

/** Returns the player of one video or a list; if the address contains both, `prefer` decides. */
export function youtube(address: WebAddress, prefer: 'video' | 'list'): InFrame | undefined {
  const video = youtubeVideo(address);
  const list = youtubeList(address);
  if (list !== undefined && (video === undefined || prefer === 'list')) {
    const first = video ?? 'videoseries';
    const embedUrl = `https://www.youtube-nocookie.com/embed/${first}?${YOUTUBE_WISHES}&list=${list}`;
    return { id: list, embedUrl };
  }
  if (video === undefined) return undefined;
  const start = startSeconds(address);
  const wishes = start === 0 ? YOUTUBE_WISHES : `${YOUTUBE_WISHES}&start=${start}`;
  return { id: video, embedUrl: `https://www.youtube-nocookie.com/embed/${video}?${wishes}` };
}

export function vimeo(address: WebAddress): InFrame | undefined {
  const site = siteOf(address);
  if (site !== 'vimeo.com' && site !== 'player.vimeo.com') return undefined;
  const steps = stepsOf(address);
  const at = steps.findIndex((step) => /^\d{5,12}$/.test(step) && !isCollection(step, steps));
  const id = steps[at];
  if (id === undefined) return undefined;
  const hash = address.searchParams.get('h') ?? steps[at + 1] ?? '';
  const wishes = /^[0-9a-f]{6,16}$/.test(hash) ? `h=${hash}&${VIMEO_WISHES}` : VIMEO_WISHES;
  return { id, embedUrl: `https://player.vimeo.com/video/${id}?${wishes}` };
}

/** True if `step` is the id of a collection, as 123 in /showcase/123/video/456. */
function isCollection(step: string, steps: readonly string[]): boolean {
  const before = steps[steps.indexOf(step) - 1] ?? '';
  return ['showcase', 'album', 'groups', 'channels'].includes(before);
}

function youtubeVideo(address: WebAddress): string | undefined {
  const [first = '', second = ''] = stepsOf(address);
  const site = siteOf(address);
  const id = site === 'youtu.be' ? first : idOnYoutube(address, first, second);
  return id !== undefined && VIDEO_ID.test(id) ? id : undefined;
}

function idOnYoutube(address: WebAddress, first: string, second: string): string | undefined {
  if (!YOUTUBE.test(siteOf(address))) return undefined;
  if (['shorts', 'live', 'embed', 'v'].includes(first)) return second;
  return first === 'watch' ? (address.searchParams.get('v') ?? second) : undefined;
}

function youtubeList(address: WebAddress): string | undefined {
  const site = siteOf(address);
  if (site !== 'youtu.be' && !YOUTUBE.test(site)) return undefined;
  const list = address.searchParams.get('list') ?? '';
  return LIST_ID.test(list) ? list : undefined;
}

/** Parses `t=90`, `t=1h2m3s`, `start=90` or `#t=90`; 0 if there is none. */
function startSeconds({ searchParams, hash }: WebAddress): number {
  const named = /^#t=(\w+)$/.exec(hash)?.[1];
  const text = searchParams.get('t') ?? searchParams.get('start') ?? named ?? '';
  const match = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(text);
  if (match === null) return 0;
  const [hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0);
}
