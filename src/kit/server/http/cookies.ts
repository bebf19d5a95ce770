/** The value of one cookie of a `Cookie` header, or undefined. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return undefined;
}

/** The name of the session cookie; `__Host-` binds it to https, this host and no path. */
export function sessionCookieName(secure: boolean): string {
  return nameOf('grand_session', secure);
}

/** The name of the cookie by which a browser is known again that somebody has signed in at. */
export function deviceCookieName(secure: boolean): string {
  return nameOf('grand_device', secure);
}

function nameOf(plain: string, secure: boolean): string {
  return secure ? `__Host-${plain}` : plain;
}

/** A token for a browser to keep. */
export interface TokenCookie {
  readonly name: string;
  readonly token: string;
  readonly maxAgeSeconds: number;
}

/** A `Set-Cookie` line; the token is base64url, so nothing needs escaping. An empty one deletes. */
export function tokenCookie({ name, token, maxAgeSeconds }: TokenCookie, secure: boolean): string {
  const flags = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return `${name}=${token}; Max-Age=${maxAgeSeconds}; ${flags}`;
}
