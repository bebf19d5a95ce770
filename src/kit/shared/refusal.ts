/**
 * An answer that says no, thrown from any depth of a handler.
 * `sentence` is for the person who reads it; `fields` names what is wrong in which field of a form.
 */
export class Refusal extends Error {
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  readonly more: Record<string, unknown>;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    sentence: string,
    options: {
      fields?: Record<string, string>;
      more?: Record<string, unknown>;
      retryAfterSeconds?: number;
      /** What it was, for the log of one that is the server's fault. */
      cause?: unknown;
    } = {},
  ) {
    super(sentence, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'Refusal';
    this.status = status;
    this.fields = options.fields;
    this.more = options.more ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Also the answer for what belongs to another household: it must not be told apart from nothing. */
export function notThere(): Refusal {
  return new Refusal(404, 'That could not be found.');
}
