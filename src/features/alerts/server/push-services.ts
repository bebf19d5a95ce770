/** Hosts of the browsers' push services; a leading dot matches all subdomains. */
export const PUSH_SERVICES = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
];

const LONGEST = 2000;

/**
 * Returns the normalized endpoint if it belongs to a known push service, otherwise undefined. The
 * server posts to it, so a user must not be able to choose any other host.
 */
export function pushServiceEndpoint(endpoint: string): string | undefined {
  if (!URL.canParse(endpoint)) return undefined;
  const { protocol, hostname, port, username, password, href } = new URL(endpoint);
  const isKnown = serviceOf(hostname) !== undefined;
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === '';
  return isKnown && isPlain && href.length <= LONGEST ? href : undefined;
}

/** Returns the recipient and lane of a subscribed browser. */
export function wayTo({ id, endpoint }: { readonly id: string; readonly endpoint: string }) {
  const service = URL.canParse(endpoint) ? serviceOf(new URL(endpoint).hostname) : undefined;
  return { kind: 'push' as const, recipient: id, lane: service ?? '' };
}

function serviceOf(hostname: string): string | undefined {
  return PUSH_SERVICES.find((host) =>
    host.startsWith('.') ? hostname.endsWith(host) : hostname === host,
  );
}
