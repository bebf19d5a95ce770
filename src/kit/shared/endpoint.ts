import type { z } from 'zod';
import type { Refusal, RefusalKinds } from './refusal.ts';
import type { Who } from './roles.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One call of the API as data: the server routes, checks and documents it from here, the browser
 * takes its types from here. `who` has no default: a call that names nobody does not compile.
 */
export interface Endpoint {
  readonly method: Method;
  /** With parameters in braces: `/api/things/{id}`. */
  readonly path: `/${string}`;
  readonly who: Who;
  /** One sentence for the readable pages. */
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** A multipart form with a file in this field, or several, instead of a JSON body. */
  readonly upload?: Upload;
  /** A body that its sender has signed: its bytes as they came, and the signature of that header. */
  readonly signed?: { readonly header: string; readonly mostBytes: number };
  /** What may leave the server: anything the schema does not name is cut off. Absent: 204. */
  readonly reply?: z.ZodType;
  /** Answers a file's bytes instead of JSON. */
  readonly file?: true;
  /** Answers a file that is made while it is sent, to be saved and not shown. */
  readonly download?: true;
  /** Answers a line that stays open and tells what changed; the handler answers whose changes. */
  readonly events?: true;
  /** 200 unless told. */
  readonly status?: 200 | 201 | 202;
  /**
   * A polled GET whose finished bytes are kept until the household changes or the time that the
   * handler names: one answer for the whole household, or one for each person of it. Of `pages` there
   * is one for each parameter and query, and its handler answers them as JSON in parts.
   */
  readonly cache?: 'household' | 'person' | 'pages';
  /**
   * A GET that only reads, for long, and that no screen polls (see `cache` for those): a read replica may
   * answer it. With `onlyWith` that is so where its query says this, as a long list says its `limit`.
   */
  readonly replica?: true | { readonly onlyWith: string };
  /** What its handler refuses with, beside what follows from the other members. */
  readonly refusals?: RefusalKinds;
  /** Answered although the time has expired for which the household may use the product. */
  readonly allowedWhenExpired?: true;
  /** Answered to a paired device for a while after the expiry: not everything stops with it. */
  readonly allowedInGrace?: true;
  /** Answered although the household is busy with something that all others wait for. */
  readonly allowedWhileBusy?: true;
  /** A state-changing call after which the cached answers of the household are still right. */
  readonly invalidatesNothing?: true;
}

export interface Upload {
  readonly field: string;
  readonly mostBytes: number;
  /** What a person reads when the file has more bytes than that. */
  readonly tooLarge: string;
  /** Takes up to so many files, each repeating the field; one file unless told. */
  readonly mostFiles?: number;
  /** Of several files each may have words: a field of that name before it, with so many characters. */
  readonly words?: { readonly field: string; readonly longest: number };
  /** How long it may take to come in, in milliseconds; five minutes unless told. */
  readonly longestMs?: number;
}

/** A file that came with a call. It lies on the disk and is gone when the call has been answered. */
export interface UploadedFile {
  /** As the person's device calls it: never a path, and no proof of what is in it. */
  readonly name: string;
  /** Where its bytes lie meanwhile. */
  readonly path: string;
  readonly bytes: number;
  /** Of its bytes, in hexadecimal digits. */
  readonly sha256: string;
}

/** One file of several: received, or refused while the others go on. */
export type ReceivedFile =
  | {
      readonly name: string;
      readonly file: UploadedFile;
      /** The words that came before it, trimmed; empty without any. */
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

/** Declares one call by its method and path, as callers name it; keeps its literal types. */
export function endpoint<const C extends Call, const D extends Declared>(
  call: C,
  declaration: D,
): D & Called<C> {
  const [method, path] = call.split(' ');
  // `Call` has both.
  return { method, path, ...declaration } as unknown as D & Called<C>;
}

export type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a handler receives of a call, parsed. */
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
  /** As they come in: the next one is read when this one has been dealt with. */
  readonly files: E['upload'] extends Several ? AsyncIterable<ReceivedFile> : undefined;
}

/** Without a signature an empty one. */
export interface SignedBody {
  readonly bytes: Uint8Array;
  readonly signature: string;
}

interface Several {
  readonly mostFiles: number;
}

/** What a handler answers, before the reply schema cuts it to shape. */
export type ReplyOf<E extends Endpoint> = E['reply'] extends z.ZodType
  ? z.input<E['reply']>
  : undefined;
