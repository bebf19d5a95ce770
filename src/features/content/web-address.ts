export interface WebAddress {
  readonly href: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly pathname: string;
  readonly hash: string;
  readonly username: string;
  readonly searchParams: { get(name: string): string | null };
}

/** The browser and the server both have it; shared files know the types of neither. */
declare const URL: new (text: string) => WebAddress;

/** The address of something on the web, or undefined; one without a scheme gets https. */
export function webAddress(text: string): WebAddress | undefined {
  const typed = text.trim();
  const address = parsed(/^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`);
  if (address === undefined || !/^https?:$/.test(address.protocol)) return undefined;
  const isHost = address.hostname.includes('.') || address.hostname.startsWith('[');
  return isHost && address.username === '' ? address : undefined;
}

/** The host as people say it: without www. */
export function siteOf({ hostname }: WebAddress): string {
  return hostname.replace(/^www\./, '');
}

/** The parts of the path, without empty ones. */
export function stepsOf({ pathname }: WebAddress): string[] {
  return pathname.split('/').filter((step) => step !== '');
}

function parsed(text: string): WebAddress | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
