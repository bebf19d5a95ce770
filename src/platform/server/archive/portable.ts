import type { InferInsertModel, SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Db } from '#database/connect.ts';
import type { HouseholdLimits, LimitName } from '#platform/shared/limits.ts';
import type { NewIds, Numbers } from './portable-ids.ts';

/**
 * Conversion of one column to a field of the line. Needed only if the type or foreign key of the
 * column does not define it.
 */
export interface Field {
  readonly is: z.ZodType;
  /** Name of the field in the line. Default: the name of the column. */
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
  /** Name of the field with which rows of other tables refer to a row of this table. */
  readonly kind?: string;
  readonly order: readonly (PgColumn | SQL)[];
  /**
   * True if the table may be very large. The columns of `order` must then identify a row uniquely.
   */
  readonly isPaged?: boolean;
  /**
   * Property of the foreign key to the parent row. The rows of one parent are read together and
   * ordered among themselves.
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
   * A child table whose rows are written inside the line of their parent, which their column `by`
   * references. Only the last `most` rows of each parent are exported.
   */
  readonly nested?: { readonly rules: TableRules; readonly by: string; readonly most: number };
  /**
   * Import rules. Undefined if the section is exported only for people to read and is never
   * imported.
   */
  readonly restoring?: {
    /**
     * Maximum number of rows; the import stops if the archive has more. Some of these limits depend
     * on the quotas of the household.
     */
    readonly mostRows: number | ((limits: HouseholdLimits) => number);
    /**
     * Returns the amount of each quota that a row uses, which is summed over the whole archive.
     * `bytes` is the size of the row's file.
     */
    takes?(line: Row, bytes: number): Taking;
    /**
     * For rows with a file: `of` returns the file's name in the archive, and `takeIn` stores the
     * file before any row is inserted.
     */
    readonly files?: {
      of(line: Row): string;
      takeIn(file: FileToTake, context: TakingIn): Promise<unknown>;
    };
    /** Fills in the columns that the line does not contain. */
    complete?(row: Stored, context: Restoring): Stored;
    /**
     * For rows that must be unique: returns the scope of the key, the key of this row, and the
     * message for a duplicate.
     */
    once?(row: Stored): readonly [of: string, key: string | number, sentence?: string];
    /**
     * True if `store` also writes rows that belong to no single household. `store` must itself
     * ensure that it changes no data of other households.
     */
    readonly forTheSystem?: true;
    /** Replaces the plain insert. */
    store?(db: Db, rows: readonly Stored[], context: Restoring): Promise<void>;
  };
  /**
   * Set if even an empty household has rows in this table: they are restored after a failed import.
   * `cleared` also deletes these rows before the import.
   */
  readonly before?: 'cleared' | 'changed';
  /** Rows to delete after a failed import. Default: all rows. */
  readonly removing?: Which;
  /**
   * Refuses the import with the message `words` if the household has more than `most` rows. Default
   * of `most`: 0.
   */
  readonly keepsOut?: { readonly words: string; readonly most?: number };
}

export interface TablePart
  extends Pick<Portable, 'name' | 'version' | 'isAdded' | 'outdated' | 'finish'>,
    Partial<Pick<Portable, 'undo'>> {
  /** Ordered by dependency: a row refers only to rows of earlier tables or to earlier rows. */
  readonly tables: readonly TableRules[];
  /**
   * Tables that are not exported, but that may get rows because of the import. A failed import
   * deletes these rows.
   */
  readonly besides?: readonly OfHousehold[];
}

/** Declares a table. The compiler checks the rules against the columns of the schema. */
export function archived<Table extends OfHousehold>(
  table: Table,
  rules: Omit<TableRules<keyof Table['$inferSelect'] & string, InferInsertModel<Table>>, 'table'>,
): TableRules {
  // The cast is safe: the importer passes only rows that were created from lines of this table.
  return { ...rules, table } as unknown as TableRules;
}

/** A table in which each row belongs to one household. */
export type OfHousehold = PgTable & { readonly accountId: PgColumn };

/** Condition for the rows to delete, and the column that names the files to delete with them. */
export interface Which {
  /** Column with the name of the row's file in the file store. */
  readonly file?: PgColumn;
  /** Column with the time of writing. Rows written before the import are not deleted. */
  readonly writtenAt?: PgColumn;
  /**
   * Returns a condition on rows that existed before the import, derived from the saved value
   * `before`; undefined for no condition.
   */
  stays?(before: unknown): SQL | undefined;
}

/** The export and import of one feature: one file in the archive of a household. */
export interface Portable {
  /** Name of the file without its extension: `things` for `things.json`. */
  readonly name: string;
  /** Version of the row format; it increases with every change of the format. */
  readonly version: number;
  /** True if archives of older versions do not have this file. */
  readonly isAdded?: true;
  /** In the order of export and import: a row refers only to earlier rows. */
  readonly sections: readonly Section[];
  /**
   * Returns the reason why existing data of the household prevents an import; undefined if none
   * does.
   */
  present(db: Db, accountId: string): Promise<string | undefined>;
  /** Restores the cleared or changed rows if the import fails. */
  readonly undo: Undo;
  /** Deletes the rows that every new household starts with. */
  clear(db: Db, accountId: string): Promise<void>;
  /** Deletes the imported rows after a failure, in this order. */
  readonly removals: readonly Removal[];
  /** Deletes rows that existed before the import, after the import has succeeded. */
  readonly outdated?: readonly Removal[];
  /** Runs in the last transaction of the import, after the rows of all files are stored. */
  finish?(db: Db, accountId: string, now: Date): Promise<void>;
}

/** A row keyed by column properties, or a line keyed by field names. */
export type Row = Readonly<Record<string, unknown>>;

/** Amount of each quota of the household that a row uses. */
export type Taking = Readonly<Partial<Record<LimitName, number>>>;

/**
 * Saves the rows of an empty household before the import, and restores them if the import fails.
 */
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
  /**
   * Import rules. Undefined if the section is exported only for people to read and is never
   * imported.
   */
  readonly restoring: TableRules['restoring'] | undefined;
  /** Schema with which every line is validated before the import changes the database. */
  readonly line: z.ZodType<Row>;
  rows(reading: Reading): AsyncIterable<Written>;
  /**
   * Returns the columns to store for a line. Throws a LineRefused, to which the importer adds the
   * file and the line number.
   */
  columns(line: Row, context: Restoring): Row;
  store(db: Db, all: readonly Row[], context: Restoring): Promise<void>;
}

/** An exported row, and the file that it refers to, if any. */
export interface Written {
  readonly row: Row;
  readonly file?: ArchivedFile | undefined;
}

export interface ArchivedFile {
  /** Name of the file in the archive. */
  readonly name: string;
  /** Name of the file in the file store, without the household's prefix. */
  readonly kept: string;
}

export interface Reading {
  readonly accountId: string;
  readonly numbers: Numbers;
  /**
   * Runs `work` in a short transaction of the household, so that no transaction stays open during a
   * download.
   */
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
  /**
   * Registers the name of a file before the file is stored, so that the file is deleted if the
   * import fails.
   */
  storing(kept: string): void;
}

export interface Restoring {
  readonly accountId: string;
  readonly now: Date;
  readonly ids: NewIds;
  readonly limits: HouseholdLimits;
  /** Returns the result of `takeIn` for the file with this name. */
  taken<Taken>(name: string): Taken;
  /** Returns the results of `takeIn` for all rows of the batch. */
  everyTaken<Taken>(): readonly Taken[];
  /** Adds a message for the importing user about something that could not be imported unchanged. */
  note(sentence: string): void;
  /**
   * Number of emails that were left out because another account uses them. The importing user is
   * informed of each.
   */
  readonly takenEmails: { count: number };
}
