import type { InferInsertModel, SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Db } from '#database/connect.ts';
import type { HouseholdLimits, LimitName } from '#platform/shared/limits.ts';
import type { NewIds, Numbers } from './portable-ids.ts';

/** How a column is written to a line, when neither its type nor its foreign key defines it. */
export interface Field {
  readonly is: z.ZodType;
  /** Field name in the line. Default: the name of the column. */
  readonly name?: string;
  write?(stored: unknown, numbers: Numbers, row: Row): unknown;
  /** Throws a LineRefused. */
  read?(given: unknown, ids: NewIds, line: Row): unknown;
}

/**
 * A table in the archive. Every column is exported according to its type and foreign key; these
 * rules add what the schema cannot express. A foreign key is written as a number, in a field named
 * after the kind of the referenced row.
 */
export interface TableRules<
  Property extends string = string,
  Stored = Row & InferInsertModel<OfHousehold>,
> {
  readonly table: OfHousehold;
  readonly name: string;
  /** Name of the field in which other rows refer to a row of this table. */
  readonly kind?: string;
  readonly order: readonly (PgColumn | SQL)[];
  /**
   * True if the table may be very large. The columns of `order` must then identify a row uniquely.
   */
  readonly isPaged?: boolean;
  /**
   * The foreign key to the parent row. The rows of one parent are read together and ordered among
   * themselves.
   */
  readonly within?: Property;
  /** Condition for the exported rows. Default: all rows. */
  readonly which?: SQL;
  /** Replaces reading the table. */
  source?(reading: Reading): AsyncIterable<Written>;
  /** Columns that are not exported, in addition to the household and the version of the row. */
  readonly without?: readonly Property[];
  /** A text column needs a schema here, or `longest`, the maximum number of characters. */
  readonly fields?: Readonly<Partial<Record<Property, z.ZodType | Field>>>;
  readonly longest?: number;
  /** Default values for fields that older archives do not have. */
  readonly added?: Readonly<Partial<Record<Property, unknown>>>;
  /** Validates a line as a whole and returns the messages by field. */
  check?(line: never): Readonly<Record<string, string>>;
  /**
   * Rows of another table, written inside the line of the row that their column `by` references.
   * Only the last `most` rows are exported.
   */
  readonly nested?: { readonly rules: TableRules; readonly by: string; readonly most: number };
  /** Undefined if the section is never imported and is only for people to read. */
  readonly restoring?: {
    /**
     * The import stops at more rows. Some of these limits depend on the quotas of the household.
     */
    readonly mostRows: number | ((limits: HouseholdLimits) => number);
    /** Amount of each quota that a row uses, summed over the whole archive; `bytes` is the size of its file. */
    takes?(line: Row, bytes: number): Taking;
    /** The file that a line names, and how it is stored before any row is inserted. */
    readonly files?: {
      of(line: Row): string;
      takeIn(file: FileToTake, context: TakingIn): Promise<unknown>;
    };
    /** Fills in the columns that the line does not contain. */
    complete?(row: Stored, context: Restoring): Stored;
    /**
     * For rows that must be unique: the scope of the key, the key of this row, and the message for
     * a duplicate.
     */
    once?(row: Stored): readonly [of: string, key: string | number, sentence?: string];
    /**
     * `store` also writes rows that belong to no single household. It must itself ensure that it
     * changes no data of other households.
     */
    readonly forTheSystem?: true;
    /** Replaces the plain insert. */
    store?(db: Db, rows: readonly Stored[], context: Restoring): Promise<void>;
  };
  /**
   * The table has rows even in an empty household: they are restored after a failed import.
   * `cleared` also deletes them before the import.
   */
  readonly before?: 'cleared' | 'changed';
  /** Rows to delete after a failed import. Default: all rows. */
  readonly removing?: Which;
  /**
   * The import is refused with `words` if the household has more than `most` rows. Default of
   * `most`: 0.
   */
  readonly keepsOut?: { readonly words: string; readonly most?: number };
}

export interface TablePart
  extends Pick<Portable, 'name' | 'version' | 'isAdded' | 'outdated' | 'finish'>,
    Partial<Pick<Portable, 'undo'>> {
  /** Ordered by dependency: a row refers only to rows of earlier tables or to earlier rows. */
  readonly tables: readonly TableRules[];
  /** Tables that are not exported, but get rows as a consequence of the import. */
  readonly besides?: readonly OfHousehold[];
}

/** Declares a table. The compiler checks the rules against the columns of the schema. */
export function archived<Table extends OfHousehold>(
  table: Table,
  rules: Omit<TableRules<keyof Table['$inferSelect'] & string, InferInsertModel<Table>>, 'table'>,
): TableRules {
  // The importer passes only rows that were created by the table's own line.
  return { ...rules, table } as unknown as TableRules;
}

/** A table in which each row belongs to one household. */
export type OfHousehold = PgTable & { readonly accountId: PgColumn };

/** Selects the rows to delete, and the files to delete with them. */
export interface Which {
  /** Column with the name of the row's file in the file store. */
  readonly file?: PgColumn;
  /** Column with the time of writing: rows older than the import are kept. */
  readonly writtenAt?: PgColumn;
  /**
   * Condition that recognizes rows older than the import by the saved value `before`: they are
   * kept.
   */
  stays?(before: unknown): SQL | undefined;
}

/** One feature's file in a household's archive. */
export interface Portable {
  /** Base name of the file: `things` is `things.json`. */
  readonly name: string;
  /** Version of the row format; it increases with every change of the format. */
  readonly version: number;
  /** Older archives do not have this file. */
  readonly isAdded?: true;
  /** In the order of export and import: a row refers only to earlier rows. */
  readonly sections: readonly Section[];
  /**
   * Returns the reason why data of the household prevents an import; undefined if there is none.
   */
  present(db: Db, accountId: string): Promise<string | undefined>;
  /** Restores the cleared or changed rows if the import fails. */
  readonly undo: Undo;
  /** Deletes the rows that every new household starts with. */
  clear(db: Db, accountId: string): Promise<void>;
  /** Deletes the imported rows after a failure, in this order. */
  readonly removals: readonly Removal[];
  /** Deletes rows from before the import, after the import has succeeded. */
  readonly outdated?: readonly Removal[];
  /** Runs in the last transaction, when the rows of all files are stored. */
  finish?(db: Db, accountId: string, now: Date): Promise<void>;
}

/** A row keyed by column properties, or a line keyed by field names. */
export type Row = Readonly<Record<string, unknown>>;

/** Amount of each quota of the household that a row uses. */
export type Taking = Readonly<Partial<Record<LimitName, number>>>;

/** Saves and restores the rows of an empty household, for the case that the import fails. */
export interface Undo {
  /** Returns a value that can be stored as JSON. */
  before(db: Db, accountId: string): Promise<unknown>;
  putBack(db: Db, accountId: string, before: unknown): Promise<void>;
}

/** Deletes at most `limit` rows in a short transaction. */
export type Removal = (db: Db, which: Removing) => Promise<Removed>;

export interface Removing {
  readonly accountId: string;
  /** Start of the import. */
  readonly since: Date;
  /** The value that `Undo.before` returned at the start of the import. */
  readonly before: unknown;
  readonly limit: number;
}

export interface Removed {
  readonly count: number;
  /** Names of the deleted rows' files in the file store, without the household's prefix. */
  readonly files: readonly string[];
}

/** The rows of one table. */
export interface Section {
  readonly name: string;
  /** Undefined if the section is never imported and is only for people to read. */
  readonly restoring: TableRules['restoring'] | undefined;
  /** Every line is validated with this schema before the database is changed. */
  readonly line: z.ZodType<Row>;
  rows(reading: Reading): AsyncIterable<Written>;
  /**
   * Returns the columns to store for a line. Throws a LineRefused; the importer adds the file and
   * the line number.
   */
  columns(line: Row, context: Restoring): Row;
  store(db: Db, all: readonly Row[], context: Restoring): Promise<void>;
}

/** An exported row, with the file that it refers to. */
export interface Written {
  readonly row: Row;
  readonly file?: ArchivedFile | undefined;
}

export interface ArchivedFile {
  /** Name in the archive. */
  readonly name: string;
  /** Name in the file store, without the household's prefix. */
  readonly kept: string;
}

export interface Reading {
  readonly accountId: string;
  readonly numbers: Numbers;
  /** Runs one short transaction of the household, so that none stays open during a download. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
}

/** A file of the archive, extracted to the disk and with its checksum verified. */
export interface FileToTake {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface TakingIn {
  readonly accountId: string;
  readonly now: Date;
  /** Registers a file before it is stored, so that it is deleted if the import fails. */
  storing(kept: string): void;
}

export interface Restoring {
  readonly accountId: string;
  readonly now: Date;
  readonly ids: NewIds;
  readonly limits: HouseholdLimits;
  /** Returns the result of `takeIn` for the file of a row. */
  taken<Taken>(name: string): Taken;
  /** Returns the results of `takeIn` for all rows of the batch. */
  everyTaken<Taken>(): readonly Taken[];
  /** Adds a message for the importing user about something that could not be imported unchanged. */
  note(sentence: string): void;
  /**
   * Number of emails that were left out because another account uses them; the caller is informed
   * of each.
   */
  readonly takenEmails: { count: number };
}
