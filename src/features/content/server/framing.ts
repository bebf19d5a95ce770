/** Whether a site lets a page of `product` show what came with these headers in a frame. */
export function mayBeFramed(
  headers: Readonly<Record<string, string>>,
  page: URL,
  product: URL,
): boolean {
  // A browser shows nothing unprotected inside a page that is protected.
  if (page.protocol === 'http:' && product.protocol === 'https:') return false;
  const policies = ancestorsIn(headers['content-security-policy'] ?? '');
  // Where a policy names ancestors, browsers do not look at the older header.
  if (policies.length > 0) return policies.every((sources) => allows(sources, product));
  return !(headers['x-frame-options'] ?? '')
    .split(',')
    .some((rule) => /^(deny|sameorigin)$/i.test(rule.trim()));
}

/** The sources of each policy that names ancestors. */
function ancestorsIn(header: string): string[][] {
  return header.split(',').flatMap((policy) => {
    const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/));
    const [, ...sources] = directives.find(([name]) => isAncestors(name)) ?? [];
    return directives.some(([name]) => isAncestors(name)) ? [sources] : [];
  });
}

function isAncestors(name: string | undefined): boolean {
  return name?.toLowerCase() === 'frame-ancestors';
}

/** 'self' and 'none' are not this product. */
function allows(sources: readonly string[], product: URL): boolean {
  return sources.some((source) => isSource(source.toLowerCase(), product));
}

function isSource(source: string, { protocol, hostname, port }: URL): boolean {
  if (source === '*') return true;
  if (/^https?:$/.test(source)) return source === protocol || source === 'http:';
  const match = /^(?:(https?):\/\/)?(\*\.)?([^/:*']+)(?::(\d+|\*))?\/?$/.exec(source);
  if (match === null) return false;
  const [, scheme, wildcard, host = '', wantedPort] = match;
  if (scheme !== undefined && `${scheme}:` !== protocol && scheme !== 'http') return false;
  const isHost = wildcard === undefined ? hostname === host : hostname.endsWith(`.${host}`);
  return isHost && (wantedPort === '*' || (wantedPort ?? '') === port);
}
