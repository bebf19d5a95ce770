import { withoutInvisible } from '#kit/shared/visible-text.ts';
import { siteOf, webAddress } from '../web-address.ts';
import { decoded } from './page-head.ts';

const FRAME = /<iframe\s[^>]*?\bsrc\s*=\s*["']([^"']*)["']/i;

/** What Copy Spotify URI copies; the older form names whose playlist it is. */
const SPOTIFY_URI =
  /^spotify:(?:user:[^:\s]+:)?(playlist|album|track|artist|show|episode):([a-z0-9]{22})$/i;

/** A web address within other text, as share dialogs write it. */
const WITHIN_TEXT = /https?:\/\/[^\s<>"“”]+/i;

/**
 * The web address in what somebody pasted: a link, the embed code or the text of a share dialog, a
 * Spotify URI, or a link that leads through Google, Facebook or YouTube. Other text stays as it is.
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

/** Frames often leave the scheme to the page. */
function withScheme(address: string): string {
  return address.startsWith('//') ? `https:${address}` : address;
}

/** Without the full stop or bracket that ends the sentence. */
function withinText(text: string): string | undefined {
  return WITHIN_TEXT.exec(text)?.[0].replace(/[.,;:!?)\]»'’]+$/, '');
}

/** Links through other sites, with the parameters that contain where they lead. */
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
