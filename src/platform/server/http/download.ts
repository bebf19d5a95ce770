import { PassThrough, type Writable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asError } from '#platform/shared/failures.ts';

/** A file that is generated while it is sent. */
export interface Download {
  readonly filename: string;
  readonly type: string;
  /**
   * Writes the whole content and ends `output`. If it rejects, the connection is closed, so that
   * the client detects the incomplete download.
   */
  write(output: Writable): Promise<void>;
}

/** Sends the content while it is generated; at most a few chunks are in memory. */
export function sendDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  { filename, type, write }: Download,
): FastifyReply {
  const output = new PassThrough();
  write(output).catch((error: unknown) => {
    // A download that the client cancelled is not an error.
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
