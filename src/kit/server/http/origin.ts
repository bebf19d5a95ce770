import { kitRefusal } from '#kit/shared/refusals.ts';

interface Addresses {
  readonly publicUrl: string;
  /** The operator named it. */
  readonly isPublicUrlSet: boolean;
}

interface Asked {
  headers: { origin?: string | undefined; 'sec-fetch-site'?: string | string[] | undefined };
  /** The host that the browser asked for, as the trusted proxy or the request says. */
  host: string;
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

export function changesState(method: string): boolean {
  return !READING.has(method);
}

/**
 * Refuses a state-changing request that a page of another origin makes. `Sec-Fetch-Site` is the
 * browser's own word, and right also behind a proxy that does not pass the host on. Browsers without
 * it send `Origin`; a caller that sends neither header is no browser and carries no cookie of one.
 */
export function refuseOtherOrigins(request: Asked, publicUrl: string): void {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const isOther =
    site === undefined
      ? origin !== undefined && !isOwn(origin, request.host, publicUrl)
      : site !== 'same-origin' && site !== 'none';
  if (isOther) throw kitRefusal('other-origin');
}

/** Browsers keep cookies for https on these hosts without it. */
const OWN_MACHINE = /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Refuses a state-changing request of a page that was opened over http where the public address is
 * https: the browser would keep no session cookie. Nothing is used up by the request.
 */
export function refuseUnencrypted({ headers: { origin = '' } }: Asked, publicUrl: string): void {
  const isAddress = publicUrl.startsWith('https:') && URL.canParse(origin);
  const { protocol, hostname } = new URL(isAddress ? origin : publicUrl);
  if (protocol !== 'http:' || !isAddress || OWN_MACHINE.test(hostname)) return;
  const sentence = `This does not work over http. Please open ${publicUrl} instead.`;
  throw kitRefusal('https-needed', sentence);
}

/**
 * Where the links begin that this caller is given: the operator's public address, else the one at
 * which the product was opened, which reaches it from the house's other devices too. Not for letters
 * that anybody can ask for: the host is what the caller says.
 */
export function openedAt(
  { protocol, host }: { protocol: string; host: string },
  { publicUrl, isPublicUrlSet }: Addresses,
): string {
  const address = `${protocol}://${host}`;
  return isPublicUrlSet || !URL.canParse(address) ? publicUrl : new URL(address).origin;
}

function isOwn(origin: string, host: string, publicUrl: string): boolean {
  if (origin === new URL(publicUrl).origin) return true;
  if (!URL.canParse(origin)) return false;
  // Some proxies name the port that goes without saying.
  const asked = `${new URL(origin).protocol}//${host}`;
  return URL.canParse(asked) && new URL(origin).origin === new URL(asked).origin;
}
