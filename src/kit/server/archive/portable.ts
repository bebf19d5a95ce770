import type { InferInsertModel, SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Db } from '#database/connect.ts';
import type { HouseholdLimits, LimitName } from '#kit/shared/limits.ts';
import type { NewIds, Numbers } from './portable-ids.ts';

/** How a column is told in a line, where neither its type nor its reference says it. */
export interface Field {
  readonly is: z.ZodType;
  /** Instead of the column's. */
  readonly name?: string;
  write?(stored: unknown, numbers: Numbers, row: Row): unknown;
  /** Throws a LineRefused. */
  read?(given: unknown, ids: NewIds, line: Row): unknown;
}

/**
 * A table in the archive. Every column is taken along, as its type and its reference say; here stands
 * what the schema does not say. A reference is a number, by the name of what it leads to.
 */
export interface TableRules<
  Property extends string = string,
  Stored = Row & InferInsertModel<OfHousehold>,
> {
  readonly table: OfHousehold;
  /** Of the section. */
  readonly name: string;
  /** What a row is called where others name it. */
  readonly kind?: string;
  readonly order: readonly (PgColumn | SQL)[];
  /** Where there may be very many; the order is then of columns that tell each row from all others. */
  readonly isPaged?: boolean;
  /** The reference to what rows belong to: those of one are read together, and have an order of theirs. */
  readonly within?: Property;
  /** Which rows are taken along; all, unless told. */
  readonly which?: SQL;
  /** Instead of reading the table. */
  source?(reading: Reading): AsyncIterable<Written>;
  /** Columns that stay behind, besides the household and the row's version. */
  readonly without?: readonly Property[];
  /** A text needs one, or `longest`, the most characters of each. */
  readonly fields?: Readonly<Partial<Record<Property, z.ZodType | Field>>>;
  readonly longest?: number;
  /** What downloads of before do not say. */
  readonly added?: Readonly<Partial<Record<Property, unknown>>>;
  /** What is wrong with a line as a whole, field by field. */
  check?(line: never): Readonly<Record<string, string>>;
  /** Rows of another table, told in the line of the row that they name with `by`: the last of them. */
  readonly nested?: { readonly rules: TableRules; readonly by: string; readonly most: number };
  /** Absent where people alone read it. */
  readonly restoring?: {
    /** Beyond them an archive is not read any further: some follow from what a household has room for. */
    readonly mostRows: number | ((limits: HouseholdLimits) => number);
    /** Of the room that is counted over a whole archive; `bytes` are those of its file. */
    takes?(line: Row, bytes: number): Taking;
    /** The file that a line names, and how it is taken in before any row is stored. */
    readonly files?: {
      of(line: Row): string;
      takeIn(file: FileToTake, context: TakingIn): Promise<unknown>;
    };
    /** The rest of what is stored of a line. */
    complete?(row: Stored, context: Restoring): Stored;
    /** Of which there is one: what it is of, by which key, and what a second is refused with. */
    once?(row: Stored): readonly [of: string, key: string | number, sentence?: string];
    /** `store` also writes what is of nobody alone, and looks itself that nothing of others is touched. */
    readonly forTheSystem?: true;
    /** Instead of adding them. */
    store?(db: Db, rows: readonly Stored[], context: Restoring): Promise<void>;
  };
  /** What an empty household has of it nevertheless is put back; `cleared` makes room before. */
  readonly before?: 'cleared' | 'changed';
  /** What goes when bringing in fails; all, unless told. */
  readonly removing?: Which;
  /** That it has more rows than `most`, or any, keeps an archive out, in these words. */
  readonly keepsOut?: { readonly words: string; readonly most?: number };
}

/** A feature's part of the archive. */
export interface TablePart
  extends Pick<Portable, 'name' | 'version' | 'isAdded' | 'outdated' | 'finish'>,
    Partial<Pick<Portable, 'undo'>> {
  /** In an order in which a row names only what came before it. */
  readonly tables: readonly TableRules[];
  /** Tables that are not in it and have rows because of it. */
  readonly besides?: readonly OfHousehold[];
}

/** Declares a table; what is said of its columns is checked against the schema here. */
export function archived<Table extends OfHousehold>(
  table: Table,
  rules: Omit<TableRules<keyof Table['$inferSelect'] & string, InferInsertModel<Table>>, 'table'>,
): TableRules {
  // Whoever brings rows in passes only what the table's own line has made.
  return { ...rules, table } as unknown as TableRules;
}

/** A table of which each row is a household's. */
export type OfHousehold = PgTable & { readonly accountId: PgColumn };

/** Which rows are removed, and with which files. */
export interface Which {
  /** The column that names the row's file in the file store. */
  readonly file?: PgColumn;
  /** Rows of before stay: the column that says when a row was written. */
  readonly writtenAt?: PgColumn;
  /** Rows of before stay: told from those by what they were. */
  stays?(before: unknown): SQL | undefined;
}

/** One feature's part of a household's archive: a JSON file of its own. */
export interface Portable {
  /** Of the file: `things` is `things.json`. */
  readonly name: string;
  /** Of the shape of its rows; another one with every change of it. */
  readonly version: number;
  /** Downloads of before do not have it. */
  readonly isAdded?: true;
  /** In the order in which they are written and brought in: a row names only what came before it. */
  readonly sections: readonly Section[];
  /** What the household has already that keeps an archive out, in words; undefined for nothing. */
  present(db: Db, accountId: string): Promise<string | undefined>;
  /** What of that is changed or cleared, to be as it was when bringing in fails. */
  readonly undo: Undo;
  /** Makes room for what is brought in: removes what every household begins with. */
  clear(db: Db, accountId: string): Promise<void>;
  /** What was brought in goes by these when the rest of it fails, in this order. */
  readonly removals: readonly Removal[];
  /** What was there before and is no more to be when everything is. */
  readonly outdated?: readonly Removal[];
  /** In the last transaction, when every row of every part is there. */
  finish?(db: Db, accountId: string, now: Date): Promise<void>;
}

/** A row by the properties of its columns, or a line by the names of its fields. */
export type Row = Readonly<Record<string, unknown>>;

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

/** Rows of one kind. */
export interface Section {
  readonly name: string;
  /** Absent where people alone read it. */
  readonly restoring: TableRules['restoring'] | undefined;
  /** Every line is checked by it before anything is touched. */
  readonly line: z.ZodType<Row>;
  rows(reading: Reading): AsyncIterable<Written>;
  /** What is stored of a line; throws a LineRefused, which is then told with its file and line. */
  columns(line: Row, context: Restoring): Row;
  store(db: Db, all: readonly Row[], context: Restoring): Promise<void>;
}

/** A row as it is written, with the file that it names. */
export interface Written {
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

export interface Restoring {
  readonly accountId: string;
  readonly now: Date;
  readonly ids: NewIds;
  readonly limits: HouseholdLimits;
  /** What became of the file of a row: what `takeIn` answered. */
  taken<Taken>(name: string): Taken;
  /** The same of all rows that are stored together. */
  everyTaken<Taken>(): readonly Taken[];
  /** A sentence for who brings it in, about what is not as it was. */
  note(sentence: string): void;
  /** Emails that were left out because an account elsewhere has them: the caller learns of each. */
  readonly takenEmails: { count: number };
}
