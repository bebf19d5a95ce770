/** True if these response headers let a page of `product` show `page` in a frame. */
export function mayBeFramed(
  headers: Readonly<Record<string, string>>,
  page: URL,
  product: URL,
): boolean {
  // Browsers block http content in an https page.
  if (page.protocol === 'http:' && product.protocol === 'https:') return false;
  const policies = ancestorsIn(headers['content-security-policy'] ?? '');
  // Browsers ignore X-Frame-Options if a policy has frame-ancestors.
  if (policies.length > 0) return policies.every((sources) => allows(sources, product));
  return !(headers['x-frame-options'] ?? '')
    .split(',')
    .some((rule) => /^(deny|sameorigin)$/i.test(rule.trim()));
}

/** Returns the sources of each policy that has frame-ancestors. */
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

/** 'self' and 'none' never match this product. */
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
