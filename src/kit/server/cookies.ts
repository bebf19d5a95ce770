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
  return secure ? '__Host-grand_session' : 'grand_session';
}

/** A `Set-Cookie` line; `token` is base64url, so nothing needs escaping. An empty one deletes. */
export function sessionCookie(token: string, maxAgeSeconds: number, secure: boolean): string {
  const flags = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return `${sessionCookieName(secure)}=${token}; Max-Age=${maxAgeSeconds}; ${flags}`;
}
