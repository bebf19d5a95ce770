export type Fault =
  /**
   * The request is neither executed nor answered. Its idempotency key is in use until the
   * connection ends.
   */
  | 'hang'
  /** The request is executed, but not answered. */
  | 'hang after commit'
  /** The connection breaks before the request is executed. */
  | 'reset'
  /** The request is executed, then the connection breaks. */
  | 'reset after commit'
  /** The request fails before it is executed, so a retry with the same idempotency key succeeds. */
  | '500'
  /** The execution of the request fails, so its idempotency key stores the response 500. */
  | '500 that is remembered'
  | '429'
  /** The bank declines every charge and card entry during the request. */
  | 'declined'
  /** The bank requires authentication for every charge during the request. */
  | 'authentication required';

/** Selects the requests to which a fault applies. Default: all requests. */
export interface Aim {
  readonly method?: string;
  /** Pattern for the path without its query. */
  readonly path?: RegExp;
  /** Number of consecutive requests. Default: 1. */
  readonly times?: number;
}

export interface Faults {
  add(aim: Aim, fault: Fault): void;
  /** Returns the fault that applies to this request, if any, and reduces its remaining count. */
  next(method: string, path: string): Fault | undefined;
  clear(): void;
}

export function openFaults(): Faults {
  const waiting: { aim: Aim; fault: Fault; left: number }[] = [];
  return {
    add(aim, fault) {
      waiting.push({ aim, fault, left: aim.times ?? 1 });
    },
    next(method, path) {
      const hit = waiting.find(
        ({ aim, left }) =>
          left > 0 && (aim.method ?? method) === method && (aim.path?.test(path) ?? true),
      );
      if (hit === undefined) return undefined;
      hit.left -= 1;
      return hit.fault;
    },
    clear() {
      waiting.length = 0;
    },
  };
}
