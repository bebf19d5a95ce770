/** What goes wrong with a request. */
export type Fault =
  /** It is never answered and changes nothing; its key is in use until the connection ends. */
  | 'hang'
  /** It is carried out, but never answered. */
  | 'hang after commit'
  /** The connection breaks before anything is done. */
  | 'reset'
  /** It is carried out, then the connection breaks. */
  | 'reset after commit'
  /** It is turned away before it begins, so its key can be used again and then succeeds. */
  | '500'
  /** It begins and fails, so its key remembers the 500. */
  | '500 that is remembered'
  | '429'
  /** The bank declines whatever is charged or entered during it. */
  | 'declined'
  /** The bank wants authentication for whatever is charged during it. */
  | 'authentication required';

/** Which requests: all, unless told. */
export interface Aim {
  readonly method?: string;
  /** Of the path without its query. */
  readonly path?: RegExp;
  /** How many requests in turn; one unless told. */
  readonly times?: number;
}

export interface Faults {
  add(aim: Aim, fault: Fault): void;
  /** Takes the fault of this request, if it is aimed at. */
  next(method: string, path: string): Fault | undefined;
  /** Drops those that hit nothing yet. */
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
