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
 * Refuses a state-changing request that a page of another origin makes. Browsers always send
 * `Origin` with those; a caller that sends neither header is no browser and carries no cookie of one.
 */
export function refuseOtherOrigins(request: Asked, publicUrl: string): void {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const otherSite = site !== undefined && site !== 'same-origin' && site !== 'none';
  if (otherSite || (origin !== undefined && !isOwn(origin, request.host, publicUrl))) {
    throw kitRefusal('other-origin');
  }
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
  return URL.canParse(origin) && new URL(origin).host === host;
}
