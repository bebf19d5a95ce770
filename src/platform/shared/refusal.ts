/** Properties that all refusals with the same code share. */
export interface RefusalKind {
  readonly status: number;
  /** Message for the user, if it is always the same. */
  readonly sentence?: string;
  readonly field?: string;
  readonly retryAfterSeconds?: number;
}

/** Kinds by code: hyphenated words, unique across features. */
export type RefusalKinds = Readonly<Record<string, RefusalKind>>;

export interface RefusalOptions {
  /** Validation messages by form field. */
  readonly fields?: Record<string, string> | undefined;
  /** Additional fields of the answer. */
  readonly more?: Record<string, unknown>;
  readonly retryAfterSeconds?: number | undefined;
  /** Underlying error; it is logged if the status is 500 or higher. */
  readonly cause?: unknown;
}

interface Said extends RefusalOptions {
  readonly status: number;
  readonly code: string;
  readonly sentence: string;
}

let make: (said: Said) => Refusal;

/** The fields of a refusal that are sent between threads, where an error loses its class. */
export type SentRefusal = Pick<Said, 'status' | 'code' | 'sentence'>;

/**
 * A refusal that a handler can throw at any depth: `code` is for programs, the message for users.
 * Only `refusalsOf` creates one, so that every refusal has a declared code.
 */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string> | undefined;
  readonly more: Record<string, unknown>;
  readonly retryAfterSeconds: number | undefined;

  static {
    make = (said) => new Refusal(said);
  }

  private constructor({ status, code, sentence, fields, more, retryAfterSeconds, cause }: Said) {
    super(sentence, cause === undefined ? {} : { cause });
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.more = more ?? {};
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Returns a copy with additional fields in the answer. */
  with(more: Record<string, unknown>): Refusal {
    const { message: sentence } = this;
    return new Refusal({ ...this, sentence, more: { ...this.more, ...more } });
  }
}

/** Creates a Refusal from the fields that another thread has sent. */
export function recreateRefusal(told: SentRefusal): Refusal {
  return make(told);
}

/** A message is required if the kind has none, otherwise it is optional. */
type Words<Kind> = Kind extends { readonly sentence: string }
  ? [options?: RefusalOptions] | [sentence: string, options?: RefusalOptions]
  : [sentence: string, options?: RefusalOptions];

/**
 * Returns a function that creates refusals of these kinds; a code that is not among them does not
 * compile.
 */
export function refusalsOf<const Kinds extends RefusalKinds>(kinds: Kinds) {
  return <Code extends keyof Kinds & string>(code: Code, ...words: Words<Kinds[Code]>): Refusal => {
    // The cast is safe: `code` is a key of `kinds`.
    const kind = kinds[code] as RefusalKind;
    const [first, second] = words;
    const [said = kind.sentence, options] =
      typeof first === 'string' ? [first, second] : [undefined, first];
    return make(saidOf(code, kind, said ?? '', options));
  };
}

function saidOf(code: string, kind: RefusalKind, sentence: string, options?: RefusalOptions): Said {
  const { status, field, retryAfterSeconds } = kind;
  return {
    ...{ status, code, sentence },
    ...(field === undefined ? {} : { fields: { [field]: sentence } }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...options,
  };
}

/** Selects some of the kinds, for the `refusals` of an endpoint. */
export function some<Kinds extends RefusalKinds, Code extends keyof Kinds>(
  kinds: Kinds,
  ...codes: readonly Code[]
): Pick<Kinds, Code> {
  // The cast is safe: all codes are keys of `kinds`.
  return Object.fromEntries(codes.map((code) => [code, kinds[code]])) as Pick<Kinds, Code>;
}

/**
 * True for a refusal with this code. `Codes` must be given: the union of a feature's codes. Without
 * it no code compiles.
 */
export function isRefusal<Codes extends string = never>(
  error: unknown,
  code: NoInfer<Codes>,
): boolean {
  return error instanceof Refusal && error.code === code;
}
