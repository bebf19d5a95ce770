/** The `error` object of a response. */
export interface StripeError {
  type: string;
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
}

export class StripeRefusal extends Error {
  readonly status: number;
  readonly error: StripeError;
  /**
   * True if the request was rejected before its execution, so that its idempotency key stores no
   * response.
   */
  readonly isBeforeBeginning: boolean;
  /** True if the product sent a request that it must never send. */
  readonly isMisuse: boolean;

  constructor(status: number, error: StripeError, { begun = true, misuse = false } = {}) {
    super(error.message);
    this.status = status;
    this.error = error;
    this.isBeforeBeginning = !begun;
    this.isMisuse = misuse;
  }
}

const invalid = { type: 'invalid_request_error' };

/** Error for a valid request that the current state of an object forbids. */
export function forbidden(message: string, code?: string): StripeRefusal {
  return new StripeRefusal(400, { ...invalid, message, ...(code && { code }) });
}

/** Error for a request that is invalid in every state. It counts as a misuse by the product. */
export function misused(message: string, param?: string, code?: string): StripeRefusal {
  const error = { ...invalid, message, ...(param && { param }), ...(code && { code }) };
  return new StripeRefusal(400, error, { begun: false, misuse: true });
}

export function missingParameter(param: string): StripeRefusal {
  return misused(`Missing required param: ${param}.`, param, 'parameter_missing');
}

/** Error for an unknown object: 404 if its id is in the path, 400 if it is in a parameter. */
export function noSuch(kind: string, id: string, param = 'id'): StripeRefusal {
  const message = `No such ${kind}: '${id}'`;
  const status = param === 'id' ? 404 : 400;
  return new StripeRefusal(status, { ...invalid, code: 'resource_missing', param, message });
}

/**
 * Rejects every parameter that is not listed in `names`, because the stand-in does not implement it
 * and would silently ignore it.
 */
export function onlyKnows(parameters: object, names: readonly string[]): void {
  for (const name of Object.keys(parameters)) {
    if (name === 'expand' || names.includes(name)) continue;
    throw misused(`The stand-in does not know the parameter ${name} of this call.`, name);
  }
}

export function unauthorized(message: string, code?: string): StripeRefusal {
  const error = { type: 'authentication_error', message, ...(code && { code }) };
  return new StripeRefusal(401, error, { begun: false });
}
