import { PassThrough, type Writable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asError } from '#kit/shared/failures.ts';

/** What a handler answers for a file that is made while it is sent. */
export interface Download {
  readonly filename: string;
  /** Its media type. */
  readonly type: string;
  /** Writes all of it and ends `output`; when it rejects, the connection breaks before the end. */
  write(output: Writable): Promise<void>;
}

/** Sends it as it is made, never more of it in memory than a few chunks. */
export function sendDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  { filename, type, write }: Download,
): FastifyReply {
  const output = new PassThrough();
  write(output).catch((error: unknown) => {
    // Who went away needs no more of it.
    const isGone = request.raw.socket.destroyed;
    request.log[isGone ? 'info' : 'error']({ err: error }, 'a download was not finished');
    output.destroy(asError(error));
  });
  return reply
    .headers({
      'Cache-Control': 'no-store',
      'Content-Disposition': `attachment; filename="${filename}"`,
      'Content-Security-Policy': "sandbox; default-src 'none'",
    })
    .type(type)
    .send(output);
}
