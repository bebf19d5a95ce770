import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange } from '#platform/server/storage/file-store.ts';
import { notFound, platformRefusal } from '#platform/shared/refusals.ts';
import { worded } from './errors.ts';

/** A file as the answer of a handler; its bytes are read when they are sent. */
export interface FileAnswer {
  readonly type: string;
  readonly bytes: number;
  /** ETag of the content, without quotes. */
  readonly tag: string;
  /** Set for a URL whose content changes. Default: cached for a year and immutable. */
  readonly cacheControl?: string;
  /** Returns undefined if the file is missing from the store. */
  open(range?: ByteRange): Promise<Readable | undefined>;
}

/**
 * Headers for a household's file: browsers cache the file for a year, shared caches do not cache
 * it, and it never runs as a page. `Vary: Cookie` limits the cache entry to the session that loaded
 * it, also over http.
 */
const HEADERS = {
  Vary: 'Cookie',
  'Cache-Control': 'private, max-age=31536000, immutable',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Accept-Ranges': 'bytes',
};

/** Sends the file, the requested range, or 304 if the client already has it. */
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
    const { status, body } = worded(platformRefusal('no-such-part'));
    return reply.status(status).send(body);
  }
  const content = await file.open(range);
  if (content === undefined) {
    request.log.error({ file: file.tag }, 'file lost');
    throw notFound();
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
 * Returns the requested range. Undefined means the whole file: no range, several ranges, or an
 * `If-Range` of another version. `none` means that the range cannot be satisfied.
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
