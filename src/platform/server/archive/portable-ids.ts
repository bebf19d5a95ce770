import { randomBytes } from 'node:crypto';
import { LineRefused } from './portable-fields.ts';

/**
 * Numbers the exported rows of each kind 1, 2, 3 … in the order in which they are first referenced.
 */
export class Numbers {
  readonly #kinds = new Map<string, Map<string, number>>();

  give(kind: string, id: string): number {
    const known = this.#kinds.get(kind) ?? new Map<string, number>();
    this.#kinds.set(kind, known);
    const number = known.get(id) ?? known.size + 1;
    known.set(id, number);
    return number;
  }

  /** Returns null for a null id and for a row that is not in the archive. */
  of(kind: string, id: string | null): number | null {
    return (id === null ? undefined : this.#kinds.get(kind)?.get(id)) ?? null;
  }

  /** Returns the database ids in the order of their archive numbers. */
  ids(kind: string): string[] {
    return [...(this.#kinds.get(kind)?.keys() ?? [])];
  }
}

/**
 * Creates the ids of imported rows. Each id is greater than the one before, so sorting by id keeps
 * the order.
 */
export class NewIds {
  readonly #kinds = new Map<string, Map<string | number, string>>();
  readonly #places = new Map<string, number>();
  readonly #seen = new Map<string, Set<string | number>>();
  /**
   * The last created id: milliseconds since the epoch and a 12-bit counter, laid out as in a
   * version 7 UUID.
   */
  #last: bigint;

  constructor(now: Date) {
    this.#last = BigInt(now.getTime()) << 12n;
  }

  /** Creates an id for a row that no other row refers to. */
  next(): string {
    this.#last += 1n;
    const time = (this.#last >> 12n).toString(16).padStart(12, '0');
    const count = (this.#last & 0xfffn).toString(16).padStart(3, '0');
    const random = randomBytes(8);
    const tail = ((random.readUInt16BE(0) & 0x3fff) | 0x8000).toString(16);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${tail}-${random.toString('hex', 2)}`;
  }

  /**
   * Creates the id for the row with this archive number; throws a LineRefused for a duplicate
   * number.
   */
  give(kind: string, number: number): string {
    const id = this.next();
    this.set(kind, number, id);
    return id;
  }

  set(kind: string, key: string | number, id: string): void {
    const known = this.#kinds.get(kind) ?? new Map<string | number, string>();
    this.#kinds.set(kind, known);
    if (known.has(key)) throw new LineRefused(`there are two of ${kind} ${key}`);
    known.set(key, id);
  }

  /**
   * Replaces the id `given`, so that imported rows refer to a row that already exists in the
   * database.
   */
  replace(kind: string, given: string, id: string): void {
    const known = this.#kinds.get(kind);
    for (const [key, each] of known ?? []) if (each === given) known?.set(key, id);
  }

  find(kind: string, key: string | number): string | undefined {
    return this.#kinds.get(kind)?.get(key);
  }

  of(kind: string, key: number): string {
    const id = this.find(kind, key);
    if (id === undefined) throw new LineRefused(`there is no ${kind} ${key} in this download`);
    return id;
  }

  ofAny(kind: string, key: number | null): string | null {
    return key === null ? null : this.of(kind, key);
  }

  /**
   * Returns false if the key was passed before. Pass numbers as keys if there may be very many of
   * them.
   */
  isFirst(kind: string, key: string | number): boolean {
    const known = this.#seen.get(kind) ?? new Set<string | number>();
    this.#seen.set(kind, known);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  }

  /** Returns the next position within the group `of`: 0, 1, 2 … */
  place(of: string): number {
    const place = this.#places.get(of) ?? 0;
    this.#places.set(of, place + 1);
    return place;
  }
}
