/** Where the browsers' push services are; a name that starts with a dot stands for all below it. */
const HOSTS = [
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
  const isKnown = HOSTS.some((host) =>
    host.startsWith('.') ? hostname.endsWith(host) : hostname === host,
  );
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === '';
  return isKnown && isPlain && href.length <= LONGEST ? href : undefined;
}
