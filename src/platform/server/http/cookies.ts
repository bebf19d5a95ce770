/** Returns the value of one cookie of a `Cookie` header, or undefined. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return undefined;
}

/** Name of the session cookie; `__Host-` restricts it to https, this host and the path `/`. */
export function sessionCookieName(secure: boolean): string {
  return nameOf('grand_session', secure);
}

/** Name of the cookie that recognizes a browser in which a user has signed in before. */
export function deviceCookieName(secure: boolean): string {
  return nameOf('grand_device', secure);
}

function nameOf(plain: string, secure: boolean): string {
  return secure ? `__Host-${plain}` : plain;
}

export interface TokenCookie {
  readonly name: string;
  readonly token: string;
  readonly maxAgeSeconds: number;
}

/**
 * Returns a `Set-Cookie` value. The token is base64url, so it needs no escaping. An empty token
 * deletes the cookie.
 */
export function tokenCookie({ name, token, maxAgeSeconds }: TokenCookie, secure: boolean): string {
  const flags = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return `${name}=${token}; Max-Age=${maxAgeSeconds}; ${flags}`;
}
