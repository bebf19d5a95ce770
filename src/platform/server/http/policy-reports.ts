import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { HOUR_MS } from '#platform/shared/durations.ts';
import { REPORTS_PATH } from './security-headers.ts';

const MAX_BYTES = 8 * 1024;

/**
 * Maximum number of reports in the log per hour: any client can send reports, and one broken page
 * sends many.
 */
const MAX_PER_HOUR = 60;

const report = z.object({
  'csp-report': z.object({
    'effective-directive': z.string().max(100).optional(),
    'violated-directive': z.string().max(500).optional(),
    'blocked-uri': z.string().max(4000).optional(),
  }),
});

/**
 * Logs violations of the Content-Security-Policy that browsers report: the rule and the site only,
 * because paths and the page's URL can contain tokens and user input.
 */
export function receivePolicyReports(server: FastifyInstance): void {
  let heard = 0;
  let hourEndsAt = 0;
  server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/csp-report', 'application/json'],
      { parseAs: 'string', bodyLimit: MAX_BYTES },
      (_request, body, parsed) => parsed(null, body),
    );
    scope.post(REPORTS_PATH, { bodyLimit: MAX_BYTES }, (request, reply) => {
      const now = performance.now();
      if (now >= hourEndsAt) [heard, hourEndsAt] = [0, now + HOUR_MS];
      const read = report.safeParse(jsonOf(request.body));
      if (read.success && heard < MAX_PER_HOUR) {
        heard += 1;
        const said = read.data['csp-report'];
        const rule = said['effective-directive'] ?? said['violated-directive']?.split(' ')[0];
        const site = siteOf(said['blocked-uri'] ?? '');
        request.log.warn({ rule, site }, 'content security policy violated');
      }
      return reply.status(204).send();
    });
    done();
  });
}

function jsonOf(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}

/** Returns the origin of a URL, or a keyword such as `inline`. */
function siteOf(blocked: string): string {
  if (/^[a-z-]{1,20}$/.test(blocked)) return blocked;
  return URL.canParse(blocked) ? new URL(blocked).origin : '';
}
