import type { Outbound } from '#platform/server/outbound/fetch.ts';
import { musicPlayer } from '../domain/players.ts';
import { siteOf, webAddress } from '../domain/web-address.ts';

/** Hosts of the short links that the apps of music services share. */
const HOSTS = [
  'spotify.link',
  'spotify.app.link',
  'on.soundcloud.com',
  'link.deezer.com',
  'deezer.page.link',
];

/** Timeout in milliseconds, because a person waits for the result in a form. */
const READ_TIMEOUT_MS = 8_000;

const MAX_PAGE_BYTES = 500_000;

/** Music addresses in a page that redirects by script. */
const IN_PAGE = /https:\/\/(?:open\.spotify|www\.deezer|soundcloud)\.com\/[\w/?=&.-]+/g;

export const SHORT_LINK_UNREAD =
  'Where this short link leads could not be read. Open it in a browser, then paste the address that the browser shows.';

export function isShortLink(url: string): boolean {
  const address = webAddress(url);
  return address !== undefined && HOSTS.includes(siteOf(address));
}

/** Returns the target of a short link; undefined if it cannot be resolved. */
export async function readShortLink(url: string, outside: Outbound): Promise<string | undefined> {
  try {
    const { url: end, body } = await outside.read(webAddress(url)?.href ?? url, {
      accept: ['text/html'],
      mostBytes: MAX_PAGE_BYTES,
      withinMs: READ_TIMEOUT_MS,
      wantsBody: (head) => head.status === 200 && isShortLink(head.url.href),
    });
    const found = [end.href, ...(body?.toString('utf8').match(IN_PAGE) ?? [])];
    return found.find((address) => musicPlayer(address) !== undefined);
  } catch {
    // The error is ignored here; the caller refuses the address with instructions for the person.
    return undefined;
  }
}
