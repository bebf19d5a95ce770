/** The inside of an error's answer. */
export interface StripeError {
  type: string;
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
}

/** What is answered instead of an object. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly error: StripeError;
  /** Stripe turned the request away before it began: no key remembers the answer. */
  readonly isBeforeBeginning: boolean;
  /** The product said something that it must not say. */
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

/** The state of things forbids it. */
export function forbidden(message: string, code?: string): StripeRefusal {
  return new StripeRefusal(400, { ...invalid, message, ...(code && { code }) });
}

/** The words of the request are wrong, whatever the state of things. */
export function misused(message: string, param?: string, code?: string): StripeRefusal {
  const error = { ...invalid, message, ...(param && { param }), ...(code && { code }) };
  return new StripeRefusal(400, error, { begun: false, misuse: true });
}

export function missingParameter(param: string): StripeRefusal {
  return misused(`Missing required param: ${param}.`, param, 'parameter_missing');
}

/** 404 where the address names it, 400 where a parameter does. */
export function noSuch(kind: string, id: string, param = 'id'): StripeRefusal {
  const message = `No such ${kind}: '${id}'`;
  const status = param === 'id' ? 404 : 400;
  return new StripeRefusal(status, { ...invalid, code: 'resource_missing', param, message });
}

/** Nothing but what is named: what Stripe knows besides would be quietly passed over here. */
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
