import { randomBytes } from 'node:crypto';
import { LineRefused } from './portable-fields.ts';

/** What things are called in an archive: 1, 2, 3 … of each kind, in the order of their rows. */
export class Numbers {
  readonly #kinds = new Map<string, Map<string, number>>();

  give(kind: string, id: string): number {
    const known = this.#kinds.get(kind) ?? new Map<string, number>();
    this.#kinds.set(kind, known);
    const number = known.get(id) ?? known.size + 1;
    known.set(id, number);
    return number;
  }

  /** Null for nothing, and for what is not in the archive. */
  of(kind: string, id: string | null): number | null {
    return (id === null ? undefined : this.#kinds.get(kind)?.get(id)) ?? null;
  }

  /** In the order of the numbers. */
  ids(kind: string): string[] {
    return [...(this.#kinds.get(kind)?.keys() ?? [])];
  }
}

/** The ids that things of an archive get here. A later one is greater: so their order stays. */
export class NewIds {
  readonly #kinds = new Map<string, Map<string | number, string>>();
  readonly #places = new Map<string, number>();
  readonly #seen = new Map<string, Set<string | number>>();
  /** Milliseconds and a count of 4,096 in each, as in UUIDs of version 7. */
  #last: bigint;

  constructor(now: Date) {
    this.#last = BigInt(now.getTime()) << 12n;
  }

  /** For what nothing else names. */
  next(): string {
    this.#last += 1n;
    const time = (this.#last >> 12n).toString(16).padStart(12, '0');
    const count = (this.#last & 0xfffn).toString(16).padStart(3, '0');
    const random = randomBytes(8);
    const tail = ((random.readUInt16BE(0) & 0x3fff) | 0x8000).toString(16);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${tail}-${random.toString('hex', 2)}`;
  }

  /** For the thing of that number; two of one number are refused. */
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

  /** What it leads to is there already, by another id. */
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

  /** False for a key that has been there before. Numbers where there may be very many. */
  isFirst(kind: string, key: string | number): boolean {
    const known = this.#seen.get(kind) ?? new Set<string | number>();
    this.#seen.set(kind, known);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  }

  /** 0, 1, 2 … for each name. */
  place(of: string): number {
    const place = this.#places.get(of) ?? 0;
    this.#places.set(of, place + 1);
    return place;
  }
}
