import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Upload, UploadedFile } from '#kit/shared/endpoint.ts';
import { Refusal } from '#kit/shared/refusal.ts';
import { incomingFolder, readyToReceive } from './incoming.ts';

/** What the form around a file may weigh: boundaries, the heads of its parts. */
const MOST_AROUND_BYTES = 16 * 1024;

/** How long nothing may come in before it is given up. */
const LONGEST_SILENCE_MS = 30_000;

/**
 * A scope in which no body is read before the handler asks for it, so that permission comes first.
 * What is not a form passes here too, and is refused by `withUpload` after those who may not ask.
 */
export function uploadScope(
  server: FastifyInstance,
  route: (scope: FastifyInstance) => void,
): void {
  server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.register(multipart);
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    route(scope);
    done();
  });
}

interface Place {
  readonly dataDir: string;
  readonly uploadReserveBytes: number;
}

/**
 * Receives the one file of a form as it comes in, hands it to `work` and removes it afterwards,
 * whatever happens. Refuses with 413, 415, 507, and with 400 a form that is not just that file.
 */
export async function withUpload<T>(
  upload: Upload,
  request: FastifyRequest,
  place: Place,
  work: (file: UploadedFile) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) {
    throw new Refusal(415, `Please send a form with a file in the field ${upload.field}.`);
  }
  if (Number(request.headers['content-length'] ?? 0) > upload.mostBytes + MOST_AROUND_BYTES) {
    throw new Refusal(413, upload.tooLarge);
  }
  const folder = incomingFolder(place.dataDir);
  await readyToReceive(folder, place.uploadReserveBytes);
  const path = join(folder, randomUUID());
  try {
    return await work(await received(upload, request, path));
  } finally {
    await rm(path, { force: true });
  }
}

async function received(
  upload: Upload,
  request: FastifyRequest,
  path: string,
): Promise<UploadedFile> {
  const silence = givingUpOn(request);
  try {
    let file: UploadedFile | undefined;
    for await (const part of request.parts(limitsOf(upload))) {
      if (part.type !== 'file' || part.fieldname !== upload.field || file !== undefined) {
        throw notJustThat(upload);
      }
      file = await written(part, path, silence.broken);
      if (part.file.truncated) throw new Refusal(413, upload.tooLarge);
    }
    if (file === undefined) throw notJustThat(upload);
    return file;
  } catch (error) {
    throw refusalFor(error, upload);
  } finally {
    silence.end();
    // The rest of what is refused is read and forgotten, so that the sender reads the answer.
    request.raw.unpipe();
    request.raw.resume();
  }
}

function limitsOf({ mostBytes }: Upload) {
  const limits = { fileSize: mostBytes, files: 2, fields: 1, parts: 3, fieldSize: 1024 };
  return { limits: { ...limits, fieldNameSize: 100, headerPairs: 20 }, throwFileSizeLimit: false };
}

async function written(part: MultipartFile, path: string, signal: AbortSignal) {
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await pipeline(part.file, counted, target, { signal });
  return { name: part.filename, path, bytes, sha256: hash.digest('hex') };
}

/** Ends a request from which nothing has come for too long. */
function givingUpOn({ raw }: FastifyRequest) {
  const broken = new AbortController();
  const timer = setTimeout(() => {
    broken.abort();
    raw.destroy();
  }, LONGEST_SILENCE_MS);
  timer.unref();
  const heard = () => timer.refresh();
  raw.on('data', heard);
  return {
    broken: broken.signal,
    end() {
      clearTimeout(timer);
      raw.off('data', heard);
    },
  };
}

function notJustThat({ field }: Upload): Refusal {
  return new Refusal(400, `Please send one file, in the field ${field}, and nothing else.`);
}

/** Whatever the reader of forms has to say is that the form is broken, or that its sender is gone. */
function refusalFor(error: unknown, upload: Upload): unknown {
  if (error instanceof Refusal) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC') {
    return new Refusal(507, 'There is no room for more pictures on the server.');
  }
  const ofTheDisk = /^E[A-Z]+$/.test(code) && code !== 'ECONNRESET' && code !== 'EPIPE';
  return ofTheDisk ? error : notJustThat(upload);
}
