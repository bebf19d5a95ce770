import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { Db } from '#database/connect.ts';
import type { HouseholdLimits, LimitName } from '#kit/shared/household-limits.ts';

/** One feature's part of a household's archive: a JSON file of its own. */
export interface Portable {
  /** Of the file: `medications` is `medications.json`. */
  readonly name: string;
  /** Of the shape of its rows; another one with every change of it. */
  readonly version: number;
  /** In the order in which they are written and brought in: a row names only what came before it. */
  readonly sections: readonly Section[];
  /** What the household has already that keeps an archive out, in words; undefined for nothing. */
  present?(db: Db, accountId: string): Promise<string | undefined>;
  /** What of that is changed or cleared, to be as it was when bringing in fails. */
  readonly undo?: Undo;
  /** Makes room for what is brought in: removes what every household begins with. */
  clear?(db: Db, accountId: string): Promise<void>;
  /** What was brought in goes by these when the rest of it fails, in this order. */
  readonly removals?: readonly Removal[];
  /** What was there before and is no more to be when everything is. */
  readonly outdated?: readonly Removal[];
  /** In the last transaction, when every row of every part is there. */
  finish?(db: Db, accountId: string, now: Date): Promise<void>;
}

/** Of a part: what a reader of archives needs to know of it. */
export type Part = Pick<Portable, 'name' | 'version'> & { readonly sections: readonly Kind[] };

/** Of a section: its name, and what its rows must be. */
export interface Kind {
  readonly name: string;
  readonly restoring?: Checks | undefined;
}

interface Checks {
  readonly row: z.ZodType;
  readonly mostRows: MostRows;
  takes?(row: unknown, bytes: number): Taking;
  readonly files?: { of(row: unknown): string } | undefined;
}

/** Beyond them an archive is not read any further: some follow from what a household has room for. */
export type MostRows = number | ((limits: HouseholdLimits) => number);

/** How much of a household's room a row takes. */
export type Taking = Readonly<Partial<Record<LimitName, number>>>;

/** What an empty household has, which is put back when bringing in fails. */
export interface Undo {
  /** As JSON can say it. */
  before(db: Db, accountId: string): Promise<unknown>;
  putBack(db: Db, accountId: string, before: unknown): Promise<void>;
}

/** Removes at most `limit` rows in a short transaction. */
export type Removal = (db: Db, which: Removing) => Promise<Removed>;

export interface Removing {
  readonly accountId: string;
  /** When bringing in began. */
  readonly since: Date;
  /** What `before` of the part answered then. */
  readonly before: unknown;
  readonly limit: number;
}

export interface Removed {
  readonly count: number;
  /** Files that these rows named, in the file store, without the household. */
  readonly files: readonly string[];
}

/** Rows of one kind. What it is made of is checked in `section`. */
export interface Section {
  readonly name: string;
  rows(reading: Reading): AsyncIterable<Written<unknown>>;
  /** Absent where people alone read it. */
  readonly restoring?: Restorer<z.ZodType, unknown, unknown> | undefined;
}

/** A row as it is written, with the file that it names. */
export interface Written<Row> {
  readonly row: Row;
  readonly file?: ArchivedFile | undefined;
}

export interface ArchivedFile {
  /** In the archive. */
  readonly name: string;
  /** In the file store, without its household. */
  readonly kept: string;
}

/** What a section is read with. */
export interface Reading {
  readonly accountId: string;
  readonly numbers: Numbers;
  /** One short transaction of the household: none stays open while somebody downloads. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
}

/** How rows of a section come back. */
export interface Restorer<Row extends z.ZodType, Columns, Taken> {
  /** Every line is checked by it before anything is touched. */
  readonly row: Row;
  readonly mostRows: MostRows;
  /** Of the room that is counted over a whole archive; `bytes` are those of its file. */
  takes?(row: z.output<Row>, bytes: number): Taking;
  /** The file that a row names, and how it is taken in before any row is stored. */
  readonly files?:
    | {
        of(row: z.output<Row>): string;
        takeIn(file: FileToTake, context: TakingIn): Promise<Taken>;
      }
    | undefined;
  /** What is stored of a row; throws a LineRefused, which is then told with its file and line. */
  columns(row: z.output<Row>, context: Restoring<Taken>): Columns;
  store(db: Db, all: Columns[], context: Restoring<Taken>): Promise<void>;
}

/** A file of the archive, which lies on the disk meanwhile and has the checksum it should have. */
export interface FileToTake {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface TakingIn {
  readonly accountId: string;
  readonly now: Date;
  /** Says before a file is stored that it is to be removed again when the import fails. */
  storing(kept: string): void;
}

export interface Restoring<Taken> {
  readonly accountId: string;
  readonly now: Date;
  readonly ids: NewIds;
  readonly limits: HouseholdLimits;
  /** What became of the file of a row. */
  taken(name: string): Taken;
  /** A sentence for who brings it in, about what is not as it was. */
  note(sentence: string): void;
}

/** Rows that are stored by one statement, and read by one. */
export const ROWS_AT_ONCE = 500;

/** A line that cannot be brought in; the sentence says what is wrong with it. */
export class LineRefused extends Error {
  override name = 'LineRefused';
}

/** Declares a section; what it does with its rows is checked against their schema here. */
export function section<Row extends z.ZodType, Columns, Taken = never>(declared: {
  readonly name: string;
  rows(reading: Reading): AsyncIterable<Written<z.input<Row>>>;
  readonly restoring?: Restorer<Row, Columns, Taken>;
}): Section {
  // Whoever brings rows in passes only what the section's own schema and functions have made.
  return declared as Section;
}

/** Reads rows page by page, each page in a transaction of its own: `page` gets the last row before. */
export async function* inPages<Row>(
  page: (last: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row, void, undefined> {
  let last: Row | undefined;
  for (;;) {
    const rows = await page(last, ROWS_AT_ONCE);
    yield* rows;
    if (rows.length < ROWS_AT_ONCE) return;
    last = rows.at(-1);
  }
}

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
  readonly #seen = new Map<string, Set<number>>();
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

  /** False for a key that has been there before. Numbers, since there may be very many. */
  isFirst(kind: string, key: number): boolean {
    const known = this.#seen.get(kind) ?? new Set<number>();
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
