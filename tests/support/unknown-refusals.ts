import type { FastifyInstance } from 'fastify';
import type { Feature } from '#platform/server/feature.ts';
import { possibleRefusals } from '#platform/server/http/possible-refusals.ts';
import type { RefusalKinds } from '#platform/shared/refusal.ts';

/**
 * Collects each error response that the contract of its call does not document, in the form `404
 * not-found: GET /api/medications/{id}`.
 */
export function unknownRefusals(
  app: FastifyInstance,
  features: readonly Feature[],
  ofHouseholds: RefusalKinds,
): ReadonlySet<string> {
  const known = new Map(
    features.flatMap(({ calls }) =>
      Object.values(calls).map((endpoint) => [
        `${endpoint.method} ${endpoint.path}`,
        possibleRefusals(endpoint, ofHouseholds),
      ]),
    ),
  );
  const unknown = new Set<string>();
  app.addHook('onSend', (request, reply, payload, done) => {
    const { url = '' } = request.routeOptions;
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const line = `${method} ${url.replace(/:(\w+)/g, '{$1}')}`;
    const refusals = known.get(line);
    const status = reply.statusCode;
    if (refusals !== undefined && status >= 400 && typeof payload === 'string') {
      const { code } = JSON.parse(payload) as { code?: string };
      const isKnown = code !== undefined && refusals[code]?.status === status;
      if (!isKnown) unknown.add(`${status} ${code}: ${line}`);
    }
    done();
  });
  return unknown;
}
