/** Where the browsers' push services are; a name that starts with a dot stands for all below it. */
export const PUSH_SERVICES = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
];

const LONGEST = 2000;

/**
 * The endpoint in its one spelling when it is a known push service's, otherwise undefined: the server
 * posts to it, so it must not lead anywhere that a person of a household chose.
 */
export function pushServiceEndpoint(endpoint: string): string | undefined {
  if (!URL.canParse(endpoint)) return undefined;
  const { protocol, hostname, port, username, password, href } = new URL(endpoint);
  const isKnown = serviceOf(hostname) !== undefined;
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === '';
  return isKnown && isPlain && href.length <= LONGEST ? href : undefined;
}

/** How a letter goes to a subscribed browser: in the lane of its push service. */
export function wayTo({ id, endpoint }: { readonly id: string; readonly endpoint: string }) {
  const service = URL.canParse(endpoint) ? serviceOf(new URL(endpoint).hostname) : undefined;
  return { kind: 'push' as const, recipient: id, lane: service ?? '' };
}

function serviceOf(hostname: string): string | undefined {
  return PUSH_SERVICES.find((host) =>
    host.startsWith('.') ? hostname.endsWith(host) : hostname === host,
  );
}
