export interface WebAddress {
  readonly href: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly pathname: string;
  readonly hash: string;
  readonly username: string;
  readonly searchParams: { get(name: string): string | null };
}

/**
 * `URL` exists in browsers and on the server. It is declared here because shared files are compiled
 * with the types of neither.
 */
declare const URL: new (text: string) => WebAddress;

/** Parses a web address; adds https if the scheme is missing. Undefined if it is invalid. */
export function webAddress(text: string): WebAddress | undefined {
  const typed = text.trim();
  const address = parsed(/^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`);
  if (address === undefined || !/^https?:$/.test(address.protocol)) return undefined;
  const isHost = address.hostname.includes('.') || address.hostname.startsWith('[');
  return isHost && address.username === '' ? address : undefined;
}

/** Returns the host without www. */
export function siteOf({ hostname }: WebAddress): string {
  return hostname.replace(/^www\./, '');
}

/** Returns the non-empty segments of the path. */
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
