import type { z } from 'zod';
import type { Refusal, RefusalKinds } from './refusal.ts';
import type { Who } from './roles.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One call of the API as data: the server derives routing, validation and documentation from it,
 * the client derives types. `who` has no default, so a call without an access rule does not
 * compile.
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
  /** The call receives a multipart form with one or several files, instead of a JSON body. */
  readonly upload?: Upload;
  /**
   * The call receives a signed body, which the handler gets as raw bytes with the signature from
   * this header.
   */
  readonly signed?: { readonly header: string; readonly mostBytes: number };
  /**
   * Schema of the answer. Fields that the schema does not name are removed. Without a schema the
   * answer is 204.
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
  /** Status of a successful answer. Default: 200. */
  readonly status?: 200 | 201 | 202;
  /**
   * For a GET that screens poll: its answer is cached as bytes until data of the household changes
   * or the expiry that the handler sets. `household` caches one answer for the whole household,
   * `person` one answer per person. `pages` caches one answer per combination of parameters and
   * query; the handler then returns JSON in chunks.
   */
  readonly cache?: 'household' | 'person' | 'pages';
  /**
   * For a long read-only GET that no screen polls: a read replica may answer it. With `onlyWith`,
   * only if the query has this parameter, such as the `limit` of a long list.
   */
  readonly replica?: true | { readonly onlyWith: string };
  /**
   * Refusals that the handler itself can answer, in addition to the refusals that follow from the
   * other fields.
   */
  readonly refusals?: RefusalKinds;
  /** True if the call is allowed even after the household's access has expired. */
  readonly allowedWhenExpired?: true;
  /** True if a paired device may make the call for some time after the expiry. */
  readonly allowedInGrace?: true;
  /**
   * True if the call is allowed while an exclusive operation keeps the household busy and refuses
   * other calls.
   */
  readonly allowedWhileBusy?: true;
  /** A state-changing call that leaves the cached answers of the household valid. */
  readonly invalidatesNothing?: true;
}

export interface Upload {
  readonly field: string;
  readonly mostBytes: number;
  /** Message for the user if the file exceeds `mostBytes`. */
  readonly tooLarge: string;
  /** Maximum number of files, all in form fields with the same name. Default: 1. */
  readonly mostFiles?: number;
  /** An optional text field before each file, with the maximum length of the text in characters. */
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

/** One of several files: either received, or refused. A refused file does not end the upload. */
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
  /**
   * The files in the order in which they arrive. The next file is received only after the current
   * one was processed.
   */
  readonly files: E['upload'] extends Several ? AsyncIterable<ReceivedFile> : undefined;
}

/** A body with the signature from its header; the signature is empty if the header is missing. */
export interface SignedBody {
  readonly bytes: Uint8Array;
  readonly signature: string;
}

interface Several {
  readonly mostFiles: number;
}

/** Type of the object that a handler returns. The reply schema then removes unknown fields. */
export type ReplyOf<E extends Endpoint> = E['reply'] extends z.ZodType
  ? z.input<E['reply']>
  : undefined;
