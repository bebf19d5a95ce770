import { platformRefusal } from '#platform/shared/refusals.ts';

interface Addresses {
  readonly publicUrl: string;
  readonly isPublicUrlSet: boolean;
}

interface Asked {
  headers: { origin?: string | undefined; 'sec-fetch-site'?: string | string[] | undefined };
  /**
   * The host that the browser requested, reported by the trusted proxy or taken from the request.
   */
  host: string;
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

export function changesState(method: string): boolean {
  return !READING.has(method);
}

/**
 * Refuses a state-changing request from a page of another origin. `Sec-Fetch-Site` is set by the
 * browser and correct even behind a proxy that does not forward the host. Browsers without it send
 * `Origin`. A client that sends neither header is no browser and carries no browser cookie.
 */
export function refuseOtherOrigins(request: Asked, publicUrl: string): void {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const isOther =
    site === undefined
      ? origin !== undefined && !isOwn(origin, request.host, publicUrl)
      : site !== 'same-origin' && site !== 'none';
  if (isOther) throw platformRefusal('other-origin');
}

/** Browsers accept secure cookies on these hosts even over http. */
const OWN_MACHINE = /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Refuses a state-changing request from a page opened over http if the public address is https: the
 * browser would not store the session cookie. The request is refused before it has any effect.
 */
export function refuseUnencrypted({ headers: { origin = '' } }: Asked, publicUrl: string): void {
  const isAddress = publicUrl.startsWith('https:') && URL.canParse(origin);
  const { protocol, hostname } = new URL(isAddress ? origin : publicUrl);
  if (protocol !== 'http:' || !isAddress || OWN_MACHINE.test(hostname)) return;
  const sentence = `This does not work over http. Please open ${publicUrl} instead.`;
  throw platformRefusal('https-needed', sentence);
}

/**
 * Returns the base URL of links for this caller: the operator's public address, or the address at
 * which the caller opened the product, which also works for other devices in the home network.
 * Never use it for emails that anyone can trigger: the client controls the host.
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
  // Some proxies include the default port in the host.
  const asked = `${new URL(origin).protocol}//${host}`;
  return URL.canParse(asked) && new URL(origin).origin === new URL(asked).origin;
}
