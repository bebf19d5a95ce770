import type { FastifyReply } from 'fastify';
import { SECOND_MS } from '#kit/shared/durations.ts';

/** Sent with every answer; the page's own policy is added where the page is served. */
export const SAFE_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

/** HTTP strict transport security, where PUBLIC_URL is https: a browser takes no other way for a year. */
export const HSTS = 'max-age=31536000';

/** The same as names and values in turn, for what goes straight to the socket. */
export function headLines(isSecure: boolean): string[] {
  const lines = Object.entries(SAFE_HEADERS).flat();
  return isSecure ? [...lines, 'Strict-Transport-Security', HSTS] : lines;
}

/**
 * Lets the browser forget what it keeps of this server's answers; over https alone. Its storage is
 * for the page to empty: presses that were not delivered yet lie there, and say nothing of anybody.
 */
export const EMPTY_CACHE = ['Clear-Site-Data', '"cache"'] as const;

/** Where browsers tell of what the page's policy has kept out. */
export const REPORTS_PATH = '/api/policy-reports';

/**
 * The policy of the page: scripts, styles, pictures and fonts from this server alone, styles that
 * React Aria adds by nonce. From elsewhere come only what somebody chose to see or hear: players and
 * pages in frames, files that the browser plays, and streams, which a script reads piece by piece.
 * `scripts` are the origins of scripts that the product cannot do without, the one that takes cards;
 * such a script asks its own server. `inline` are the hashes of scripts that stand in the page itself.
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

/** The time of the answer in RFC 9110's form, worded once a second. Devices set their clocks by it. */
export function dateHeader(now: number): string {
  const current = Math.floor(now / SECOND_MS);
  if (current !== second) {
    second = current;
    dateLine = new Date(now).toUTCString();
  }
  return dateLine;
}

/** Sets what every answer carries, unless the answer has a policy of its own. */
export function setCommonHeaders(reply: FastifyReply, now: number): void {
  for (const [name, value] of Object.entries(SAFE_HEADERS)) {
    if (!reply.hasHeader(name)) reply.header(name, value);
  }
  reply.header('Date', dateHeader(now));
}
