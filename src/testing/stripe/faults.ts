export type Fault =
  /** No answer and no effect; the key is in use until the connection ends. */
  | 'hang'
  /** The request is executed, but not answered. */
  | 'hang after commit'
  /** The connection breaks before the request is executed. */
  | 'reset'
  /** The request is executed, then the connection breaks. */
  | 'reset after commit'
  /** The request fails before its execution, so a retry with its key succeeds. */
  | '500'
  /** The execution fails, so its key stores the 500. */
  | '500 that is remembered'
  | '429'
  /** The bank declines every charge and card entry during the request. */
  | 'declined'
  /** The bank requires authentication for every charge during the request. */
  | 'authentication required';

/** The requests that a fault applies to; by default all. */
export interface Aim {
  readonly method?: string;
  /** Matched against the path without its query. */
  readonly path?: RegExp;
  /** Number of consecutive requests; by default one. */
  readonly times?: number;
}

export interface Faults {
  add(aim: Aim, fault: Fault): void;
  /** Returns and counts down the fault that applies to this request, if any. */
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
