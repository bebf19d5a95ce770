import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  ensureFreeSpace,
  incomingFolder,
  reserveSpace,
  type SpaceReservation,
} from '#platform/server/storage/temp-files.ts';
import type { ReceivedFile, Upload, UploadedFile } from '#platform/shared/endpoint.ts';
import { codeOf } from '#platform/shared/failures.ts';
import { Refusal } from '#platform/shared/refusal.ts';
import { noRoomForPictures, platformRefusal } from '#platform/shared/refusals.ts';
import { visibleText } from '#platform/shared/visible-text.ts';
import { type InactivityWatch, watchInactivity } from './inactivity.ts';

/** Maximum overhead of the form around a file: boundaries and part headers. */
const MAX_OVERHEAD_BYTES = 16 * 1024;

/**
 * Creates a scope in which the body of a call is not read before the handler requests it, so that
 * permissions are checked first. The scope accepts all content types; `withUpload` refuses wrong
 * ones after the permission check.
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

/** The single uploaded file of a form, or its files as a stream. */
type Given = { readonly file: UploadedFile } | { readonly files: AsyncIterable<ReceivedFile> };

/**
 * Receives the file of a form, passes it to `work`, and always deletes it afterwards. Several files
 * are received one at a time. Refuses with 413, 415 or 507, and with 400 if the form contains
 * anything else.
 */
export async function withUpload<T>(
  upload: Upload,
  request: FastifyRequest,
  place: Place,
  work: (given: Given) => Promise<T>,
): Promise<T> {
  const { field, mostBytes, mostFiles = 1 } = upload;
  if (!request.isMultipart()) {
    throw platformRefusal(
      'wrong-content-type',
      `Please send a form with a file in the field ${field}.`,
    );
  }
  const length = Number(request.headers['content-length'] ?? 0);
  if (mostFiles === 1 && length > mostBytes + MAX_OVERHEAD_BYTES) {
    throw platformRefusal('too-large', upload.tooLarge);
  }
  const folder = incomingFolder(place.dataDir);
  const reserve = place.uploadReserveBytes;
  const room = await reserveSpace(folder, reserve, length);
  const form: Form = { upload, request, folder, reserve, room };
  try {
    if (mostFiles > 1) return await work({ files: eachOf(form) });
    const path = join(folder, randomUUID());
    try {
      return await work({ file: await theOneOf(form, path) });
    } finally {
      await rm(path, { force: true });
    }
  } finally {
    room.leave();
    // Reads and discards the rest of a refused upload, because many clients read the answer only
    // after they have sent everything.
    request.raw.unpipe();
    request.raw.resume();
  }
}

interface Form {
  readonly upload: Upload;
  readonly request: FastifyRequest;
  readonly folder: string;
  readonly reserve: number;
  readonly room: SpaceReservation;
}

async function theOneOf(form: Form, path: string): Promise<UploadedFile> {
  const { upload, request } = form;
  const silence = watchInactivity(request.raw);
  try {
    let file: UploadedFile | undefined;
    for await (const part of request.parts(limitsOf(upload))) {
      if (part.type !== 'file' || part.fieldname !== upload.field || file !== undefined) {
        throw notJustThat(upload);
      }
      file = await written(part, path, form, silence);
    }
    if (file === undefined) throw notJustThat(upload);
    return file;
  } catch (error) {
    throw refusalFor(error, upload);
  } finally {
    silence.end();
  }
}

/** Yields each file from the disk; reading pauses until the consumer has processed it. */
async function* eachOf(form: Form): AsyncGenerator<ReceivedFile, void, undefined> {
  const { upload, request } = form;
  // Starts together with the reading, because the watch makes the body flow.
  const silence = watchInactivity(request.raw);
  try {
    let words = '';
    for await (const part of request.parts(limitsOf(upload))) {
      const before = wordsIn(part, upload);
      if (before !== undefined) {
        words = before;
        continue;
      }
      if (part.type !== 'file' || part.fieldname !== upload.field) {
        yield stray(part, upload);
        continue;
      }
      const path = join(form.folder, randomUUID());
      try {
        const received = await receivedOrRefused(part, path, form, silence);
        silence.pause();
        yield withWords(received, words, upload);
        silence.resume();
        words = '';
      } finally {
        await rm(path, { force: true });
      }
    }
  } catch (error) {
    if (!isTooMany(error)) throw refusalFor(error, upload);
    const refusal = platformRefusal(
      'too-many-files',
      `Please send at most ${upload.mostFiles} at once.`,
    );
    yield { name: 'All the others', refusal };
  } finally {
    silence.end();
  }
}

/** Returns the text of a text field, or undefined for any other part. */
function wordsIn(part: Multipart, { words }: Upload): string | undefined {
  const areThey = part.type === 'field' && part.fieldname === words?.field;
  return areThey ? String(part.value).trim() : undefined;
}

/** Returns the refusal of a form part that the upload does not expect. */
function stray(part: Multipart, upload: Upload): Refused {
  if (part.type === 'file') part.file.resume();
  const name = part.type === 'file' ? nameOf(part) : part.fieldname;
  return { name, refusal: notJustThat(upload) };
}

type Received = Omit<Extract<ReceivedFile, { file: object }>, 'words'>;
type Refused = Extract<ReceivedFile, { refusal: Refusal }>;

/**
 * Adds the text that preceded the file in the form. If the text is invalid, the file is refused.
 */
function withWords(received: Received | Refused, words: string, upload: Upload): ReceivedFile {
  if (received.refusal !== undefined) return received;
  if (words.length > (upload.words?.longest ?? 0)) {
    return { name: received.name, refusal: platformRefusal('invalid-form', 'That is too long.') };
  }
  if (words.includes('\0')) return { name: received.name, refusal: notJustThat(upload) };
  return { ...received, words: visibleText(words).trim() };
}

async function receivedOrRefused(
  part: MultipartFile,
  path: string,
  form: Form,
  silence: InactivityWatch,
): Promise<Received | Refused> {
  const name = nameOf(part);
  try {
    await ensureFreeSpace(form.folder, form.reserve);
    return { name, file: await written(part, path, form, silence) };
  } catch (error) {
    const refusal = refusalFor(error, form.upload);
    // A refusal of this file; it does not affect the other files. All other errors, and invalid
    // forms (400), end the whole upload.
    if (!(refusal instanceof Refusal) || refusal.status === 400) throw refusal;
    part.file.resume();
    return { name, refusal };
  }
}

/** Maximum UTF-8 bytes per UTF-16 code unit. */
const MAX_CHARACTER_BYTES = 3;

function limitsOf({ mostBytes, mostFiles = 1, words }: Upload) {
  // The form parser accepts one file more than allowed, so that the refusal can name it.
  const files = mostFiles === 1 ? 2 : mostFiles;
  const fields = words === undefined ? 1 : files + 1;
  // The form parser accepts one character more than allowed, so that text that is too long is
  // detected.
  const fieldSize = Math.max(1024, ((words?.longest ?? 0) + 1) * MAX_CHARACTER_BYTES);
  const limits = { fileSize: mostBytes, files, fields, parts: files + fields, fieldSize };
  return { limits: { ...limits, fieldNameSize: 100, headerPairs: 20 }, throwFileSizeLimit: false };
}

async function written(
  part: MultipartFile,
  path: string,
  { upload, room }: Form,
  silence: InactivityWatch,
) {
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk);
      bytes += chunk.length;
      await room.take(chunk.length);
      yield chunk;
    }
  };
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await pipeline(part.file, counted, target, { signal: silence.broken });
  if (part.file.truncated) throw platformRefusal('too-large', upload.tooLarge);
  return { name: nameOf(part), path, bytes, sha256: hash.digest('hex') };
}

/** A file can come without a name, although the type of `filename` says otherwise. */
function nameOf(part: { readonly filename: string | undefined }): string {
  return part.filename ?? '';
}

function notJustThat({ field, mostFiles = 1 }: Upload): Refusal {
  const what = mostFiles === 1 ? 'one file' : 'files';
  return platformRefusal(
    'invalid-form',
    `Please send ${what}, in the field ${field}, and nothing else.`,
  );
}

function isTooMany(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT';
}

/** Errors of the form parser mean that the form is invalid or the client has disconnected. */
function refusalFor(error: unknown, upload: Upload): unknown {
  if (error instanceof Refusal) return error;
  const code = codeOf(error) ?? '';
  if (code === 'ENOSPC') return noRoomForPictures();
  const ofTheDisk = /^E[A-Z]+$/.test(code) && code !== 'ECONNRESET' && code !== 'EPIPE';
  return ofTheDisk ? error : notJustThat(upload);
}
