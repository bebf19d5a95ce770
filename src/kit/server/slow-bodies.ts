import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#kit/shared/endpoint.ts';

/** How long a form may take to come in. */
const LONGEST_BODY_MS = 30_000;

/** For pictures over a slow line. */
const LONGEST_UPLOAD_MS = 300_000;

/** Ends a call with a body that trickles in, as nobody's browser does with a form. */
export function givingUpOnSlowBodies({ upload }: Pick<Endpoint, 'upload'>) {
  const longestMs =
    upload === undefined ? LONGEST_BODY_MS : (upload.longestMs ?? LONGEST_UPLOAD_MS);
  return ({ raw }: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
    const timer = setTimeout(() => raw.destroy(), longestMs);
    timer.unref();
    const stop = () => clearTimeout(timer);
    raw.once('end', stop);
    raw.once('close', stop);
    done();
  };
}
