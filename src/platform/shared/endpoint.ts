import type { z } from 'zod';
import type { Refusal, RefusalKinds } from './refusal.ts';
import type { Who } from './roles.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One call of the API as data: the server uses it for routing, validation and documentation, the
 * client for types. `who` has no default, so a call without an access rule does not compile.
 */
export interface Endpoint {
  readonly method: Method;
  /** With parameters in braces: `/api/things/{id}`. */
  readonly path: `/${string}`;
  readonly who: Who;
  /** One sentence for the API documentation. */
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** A multipart form with one or several files in this field, instead of a JSON body. */
  readonly upload?: Upload;
  /** A signed body: passed on as raw bytes with the signature from this header. */
  readonly signed?: { readonly header: string; readonly mostBytes: number };
  /**
   * Schema of the answer; fields that it does not name are removed. Without it the answer is 204.
   */
  readonly reply?: z.ZodType;
  /** Answers with the bytes of a file instead of JSON. */
  readonly file?: true;
  /** Answers with a file that is generated while it is sent, as a download. */
  readonly download?: true;
  /**
   * Answers with an event stream of changes; the handler returns the account whose changes it
   * reports.
   */
  readonly events?: true;
  /** Default: 200. */
  readonly status?: 200 | 201 | 202;
  /**
   * A polled GET whose answer is cached as bytes until the household changes or the handler's
   * expiry: one answer for the whole household, or one per person. With `pages` there is one per
   * parameters and query, and the handler returns JSON in chunks.
   */
  readonly cache?: 'household' | 'person' | 'pages';
  /**
   * A long read-only GET that no screen polls (see `cache` for those): a read replica may answer
   * it. With `onlyWith` only if the query has this parameter, such as the `limit` of a long list.
   */
  readonly replica?: true | { readonly onlyWith: string };
  /** Refusals of the handler, in addition to those that follow from the other fields. */
  readonly refusals?: RefusalKinds;
  /** Answered even if the household's access has expired. */
  readonly allowedWhenExpired?: true;
  /** Answered to a paired device for some time after the expiry. */
  readonly allowedInGrace?: true;
  /** Answered while the household is busy with an operation that all other calls wait for. */
  readonly allowedWhileBusy?: true;
  /** A state-changing call that leaves the cached answers of the household valid. */
  readonly invalidatesNothing?: true;
}

export interface Upload {
  readonly field: string;
  readonly mostBytes: number;
  /** Message for the user if the file exceeds `mostBytes`. */
  readonly tooLarge: string;
  /** Maximum number of files, each in a field with the same name. Default: 1. */
  readonly mostFiles?: number;
  /** A text field before each of several files, with its maximum length in characters. */
  readonly words?: { readonly field: string; readonly longest: number };
  /** Maximum time for receiving the upload in milliseconds. Default: five minutes. */
  readonly longestMs?: number;
}

/** An uploaded file. It is stored on the disk and deleted after the call was answered. */
export interface UploadedFile {
  /** File name from the user's device: never a path, and no evidence of the content. */
  readonly name: string;
  /** Path of the temporary file. */
  readonly path: string;
  readonly bytes: number;
  /** SHA-256 of the content as hexadecimal digits. */
  readonly sha256: string;
}

/** One of several files: received, or refused while the upload continues. */
export type ReceivedFile =
  | {
      readonly name: string;
      readonly file: UploadedFile;
      /** The text before the file, trimmed; empty without one. */
      readonly words: string;
      readonly refusal?: undefined;
    }
  | { readonly name: string; readonly file?: undefined; readonly refusal: Refusal };

export type Endpoints = Readonly<Record<string, Endpoint>>;

type Call = `${Method} /${string}`;

type Called<C> = C extends `${infer M extends Method} ${infer P extends `/${string}`}`
  ? { readonly method: M; readonly path: P }
  : never;

type Declared = Omit<Endpoint, 'method' | 'path'>;

/** Declares a call by its method and path; keeps the literal types. */
export function endpoint<const C extends Call, const D extends Declared>(
  call: C,
  declaration: D,
): D & Called<C> {
  const [method, path] = call.split(' ');
  // The type `Call` guarantees both parts.
  return { method, path, ...declaration } as unknown as D & Called<C>;
}

export type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;

/** The parsed parts of a call that a handler receives. */
export interface CallOf<E extends Endpoint> {
  readonly params: OutputOf<E['params']>;
  readonly query: OutputOf<E['query']>;
  readonly body: OutputOf<E['body']>;
  readonly file: E['upload'] extends Upload
    ? E['upload'] extends Several
      ? undefined
      : UploadedFile
    : undefined;
  readonly signed: E['signed'] extends object ? SignedBody : undefined;
  /** Files as they arrive; the next one is read after the current one was processed. */
  readonly files: E['upload'] extends Several ? AsyncIterable<ReceivedFile> : undefined;
}

/** The signature is empty if the header is missing. */
export interface SignedBody {
  readonly bytes: Uint8Array;
  readonly signature: string;
}

interface Several {
  readonly mostFiles: number;
}

/** Type that a handler returns, before the reply schema removes unknown fields. */
export type ReplyOf<E extends Endpoint> = E['reply'] extends z.ZodType
  ? z.input<E['reply']>
  : undefined;
