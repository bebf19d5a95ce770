import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange } from '#kit/server/storage/file-store.ts';
import { kitRefusal, notThere } from '#kit/shared/refusals.ts';
import { worded } from './errors.ts';

/** What a handler answers for a file; its bytes are read when they are sent. */
export interface FileAnswer {
  /** Its media type. */
  readonly type: string;
  readonly bytes: number;
  /** Names these bytes among all that this address could answer; without quotes. */
  readonly tag: string;
  /** For an address whose bytes change; without it they are kept for good. */
  readonly cacheControl?: string;
  /** Undefined when it is lost. */
  open(range?: ByteRange): Promise<Readable | undefined>;
}

/**
 * A file of a household: kept by browsers for good, by nobody in between, and never a page. It is
 * kept for the session that it was read in: after it the server is asked again, also over http.
 */
const HEADERS = {
  Vary: 'Cookie',
  'Cache-Control': 'private, max-age=31536000, immutable',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Accept-Ranges': 'bytes',
};

/** Sends the file, the part that is asked for, or that the asker has it already. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileAnswer,
): Promise<FastifyReply> {
  const etag = `"${file.tag}"`;
  const { cacheControl = HEADERS['Cache-Control'] } = file;
  reply.headers({ ...HEADERS, 'Cache-Control': cacheControl, ETag: etag });
  if (names(request.headers['if-none-match'], etag)) return reply.status(304).send();
  const range = rangeOf(request, etag, file.bytes);
  if (range === 'none') {
    reply.headers({ 'Content-Range': `bytes */${file.bytes}`, 'Cache-Control': 'no-store' });
    const { status, body } = worded(kitRefusal('no-such-part'));
    return reply.status(status).send(body);
  }
  const content = await file.open(range);
  if (content === undefined) {
    request.log.error({ file: file.tag }, 'a file is lost');
    throw notThere();
  }
  reply.type(file.type);
  if (range === undefined) return reply.header('Content-Length', file.bytes).send(content);
  return reply
    .status(206)
    .headers({
      'Content-Range': `bytes ${range.start}-${range.end}/${file.bytes}`,
      'Content-Length': range.end - range.start + 1,
    })
    .send(content);
}

function names(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

/**
 * The one part that is asked for; undefined for the whole file, also where several parts are asked
 * for or the asker has begun with another file; `none` when there is no such part.
 */
function rangeOf(request: FastifyRequest, etag: string, bytes: number) {
  const { range, 'if-range': ifRange } = request.headers;
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return undefined;
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range.trim()) ?? [];
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (from !== '' && to !== '' && Number(to) < start) return undefined;
  return start < bytes && start <= end ? { start, end } : 'none';
}
