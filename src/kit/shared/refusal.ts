/** What is known of a refusal by its code alone. */
export interface RefusalKind {
  readonly status: number;
  /** For the person who reads it, where it is always the same. */
  readonly sentence?: string;
  /** The field of a form that the sentence is about. */
  readonly field?: string;
  readonly retryAfterSeconds?: number;
}

/** By their codes: words with hyphens, none of them in two features. */
export type RefusalKinds = Readonly<Record<string, RefusalKind>>;

export interface RefusalOptions {
  /** What is wrong in which field of a form. */
  readonly fields?: Record<string, string> | undefined;
  /** Further members of the answer. */
  readonly more?: Record<string, unknown>;
  readonly retryAfterSeconds?: number | undefined;
  /** What it was, for the log of one that is the server's fault. */
  readonly cause?: unknown;
}

interface Said extends RefusalOptions {
  readonly status: number;
  readonly code: string;
  readonly sentence: string;
}

let make: (said: Said) => Refusal;

/** What of a refusal goes from one thread to another, where an error loses its class. */
export type ToldRefusal = Pick<Said, 'status' | 'code' | 'sentence'>;

/**
 * An answer that says no, thrown from any depth of a handler: `code` for programs, the message for
 * the person who reads it. `refusalsOf` alone makes one, so that there is none without a known code.
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

  /** The same with further members of the answer. */
  with(more: Record<string, unknown>): Refusal {
    const { message: sentence } = this;
    return new Refusal({ ...this, sentence, more: { ...this.more, ...more } });
  }
}

/** The one that another thread has told of. */
export function toldRefusal(told: ToldRefusal): Refusal {
  return make(told);
}

/** A sentence where the kind has none, or another one in its place. */
type Words<Kind> = Kind extends { readonly sentence: string }
  ? [options?: RefusalOptions] | [sentence: string, options?: RefusalOptions]
  : [sentence: string, options?: RefusalOptions];

/** The maker of these refusals; a code that is not among them does not compile. */
export function refusalsOf<const Kinds extends RefusalKinds>(kinds: Kinds) {
  return <Code extends keyof Kinds & string>(code: Code, ...words: Words<Kinds[Code]>): Refusal => {
    // Each of its codes has one.
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

/** Some of the kinds, for the calls that can be refused with them. */
export function some<Kinds extends RefusalKinds, Code extends keyof Kinds>(
  kinds: Kinds,
  ...codes: readonly Code[]
): Pick<Kinds, Code> {
  // Each is one of the keys.
  return Object.fromEntries(codes.map((code) => [code, kinds[code]])) as Pick<Kinds, Code>;
}

/** Whether it was refused so. `Codes` are a feature's: without them no code compiles. */
export function isRefusal<Codes extends string = never>(
  error: unknown,
  code: NoInfer<Codes>,
): boolean {
  return error instanceof Refusal && error.code === code;
}
