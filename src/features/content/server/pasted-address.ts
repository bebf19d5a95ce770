import { withoutInvisible } from '#platform/shared/visible-text.ts';
import { siteOf, webAddress } from '../domain/web-address.ts';
import { decoded } from './page-head.ts';

const FRAME = /<iframe\s[^>]*?\bsrc\s*=\s*["']([^"']*)["']/i;

/** The format of "Copy Spotify URI"; the older form contains the user of the playlist. */
const SPOTIFY_URI =
  /^spotify:(?:user:[^:\s]+:)?(playlist|album|track|artist|show|episode):([a-z0-9]{22})$/i;

/** A web address within other text, as in share dialogs. */
const WITHIN_TEXT = /https?:\/\/[^\s<>"“”]+/i;

/**
 * Returns the web address in pasted text: a link, embed code, the text of a share dialog, a Spotify
 * URI, or a redirect of Google, Facebook or YouTube. Returns other text unchanged.
 */
export function pastedAddress(pasted: string): string {
  const text = withoutInvisible(pasted).trim();
  const inFrame = FRAME.exec(text)?.[1];
  if (inFrame !== undefined) return withScheme(decoded(inFrame.trim()));
  const [, kind, id] = SPOTIFY_URI.exec(text) ?? [];
  if (kind !== undefined) return `https://open.spotify.com/${kind.toLowerCase()}/${id}`;
  const address = /[\s<>"“”]/.test(text) ? (withinText(text) ?? text) : text;
  return redirectTarget(address) ?? address;
}

/** Embed code often contains protocol-relative URLs. */
function withScheme(address: string): string {
  return address.startsWith('//') ? `https:${address}` : address;
}

/** Removes punctuation at the end of the sentence. */
function withinText(text: string): string | undefined {
  return WITHIN_TEXT.exec(text)?.[0].replace(/[.,;:!?)\]»'’]+$/, '');
}

/** Redirect pages, with the query parameters that contain the target. */
const REDIRECTS: readonly (readonly [place: RegExp, names: readonly string[]])[] = [
  [/^google(\.[a-z]{2,3}){1,2}\/url$/, ['q', 'url']],
  [/^youtube\.com\/redirect$/, ['q']],
  [/^lm?\.facebook\.com\/l\.php$/, ['u']],
];

function redirectTarget(text: string): string | undefined {
  const address = webAddress(text);
  if (address === undefined) return undefined;
  const place = `${siteOf(address)}${address.pathname}`;
  const [, names = []] = REDIRECTS.find(([through]) => through.test(place)) ?? [];
  const targets = names.map((name) => webAddress(address.searchParams.get(name) ?? ''));
  return targets.find((target) => target !== undefined)?.href;
}
