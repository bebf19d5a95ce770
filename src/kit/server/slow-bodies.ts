import type { FastifyReply, FastifyRequest } from 'fastify';

/** How long a form may take to come in. */
const LONGEST_BODY_MS = 30_000;

/** Ends a call whose body trickles in, as nobody's browser does with a form. */
export function giveUpOnSlowBodies(
  { raw }: FastifyRequest,
  _reply: FastifyReply,
  done: () => void,
): void {
  const timer = setTimeout(() => raw.destroy(), LONGEST_BODY_MS);
  timer.unref();
  const stop = () => clearTimeout(timer);
  raw.once('end', stop);
  raw.once('close', stop);
  done();
}
