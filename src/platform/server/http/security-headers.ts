import type { FastifyReply } from 'fastify';
import { SECOND_MS } from '#platform/shared/durations.ts';

/** Sent with every answer; pages replace the policy with their own. */
export const SAFE_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

/**
 * HTTP Strict Transport Security, sent if PUBLIC_URL is https: browsers use only https for a year.
 */
export const HSTS = 'max-age=31536000';

/**
 * Returns the headers as alternating names and values, for answers that are written directly to the
 * socket.
 */
export function headLines(isSecure: boolean): string[] {
  const lines = Object.entries(SAFE_HEADERS).flat();
  return isSecure ? [...lines, 'Strict-Transport-Security', HSTS] : lines;
}

/**
 * Clears the browser's cache of this server; browsers obey it only over https. The storage is not
 * cleared: the page deletes it, because it contains entries that are not delivered yet.
 */
export const EMPTY_CACHE = ['Clear-Site-Data', '"cache"'] as const;

/** Endpoint for the browsers' reports of policy violations. */
export const REPORTS_PATH = '/api/policy-reports';

/**
 * The Content-Security-Policy of the page. Scripts, styles, images and fonts come only from this
 * server; the styles that React Aria adds have the nonce. Other origins are allowed only for
 * content that the user has chosen: embedded players and pages, media files, and streams that a
 * script reads in chunks. `scripts` are the origins of required third-party scripts (card payment),
 * which may call their own servers. `inline` are the hashes of inline scripts of the page.
 */
export function pagePolicy(
  nonce: string,
  scripts: readonly string[],
  inline: readonly string[] = [],
): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inline, ...scripts].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    'frame-src https: http:',
    `report-uri ${REPORTS_PATH}`,
    "media-src 'self' blob: https: http:",
    ["connect-src 'self' https:", ...scripts].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

let second = 0;
let dateLine = '';

/**
 * Returns the time as an RFC 9110 date, cached for one second. Devices correct their clocks with
 * it.
 */
export function dateHeader(now: number): string {
  const current = Math.floor(now / SECOND_MS);
  if (current !== second) {
    second = current;
    dateLine = new Date(now).toUTCString();
  }
  return dateLine;
}

/** Sets the headers of every answer, except those that the answer has set itself. */
export function setCommonHeaders(reply: FastifyReply, now: number): void {
  for (const [name, value] of Object.entries(SAFE_HEADERS)) {
    if (!reply.hasHeader(name)) reply.header(name, value);
  }
  reply.header('Date', dateHeader(now));
}
