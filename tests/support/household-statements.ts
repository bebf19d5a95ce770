import { readdirSync, readFileSync } from 'node:fs';
import { loadModule, parseSync } from 'libpg-query';
import type { Database, Db, HouseholdRead } from '#database/connect.ts';

await loadModule();

/**
 * Columns that are not ids of a row of one household: a login has memberships in several
 * households, a lease is random.
 */
const OTHER_IDS = ['account_id', 'login_id', 'lease', 'pending_key'];

/** Household tables with their columns and id columns. */
const TABLES = readTables();

type Node = Readonly<Record<string, unknown>>;

interface Reference {
  readonly alias: string | null;
  readonly column: string;
}

const STATEMENTS = ['SelectStmt', 'UpdateStmt', 'DeleteStmt'];

/**
 * Returns the household tables in which a statement finds rows by an id without comparing
 * `account_id`. An id is unique only within a household, so a row of another household could match.
 */
export function findRowsByIdAlone(statement: string): string[] {
  const found = new Set<string>();
  visit(parseSync(statement), (kind, node) => {
    if (!STATEMENTS.includes(kind)) return;
    const relations = relationsOf(node);
    const references = conditionsOf(node).flatMap((condition) =>
      referencesIn(condition, relations),
    );
    for (const [alias, name] of relations) {
      const table = TABLES.get(name);
      const compared = references
        .filter(
          (one) => one.alias === alias || (one.alias === null && table?.columns.has(one.column)),
        )
        .map(({ column }) => column);
      const isById = compared.some((column) => table?.ids.has(column));
      if (isById && !compared.includes('account_id')) found.add(name);
    }
  });
  return [...found];
}

/**
 * Returns the columns that a statement compares with themselves, which is always true. This mistake
 * is possible because Drizzle omits the table name of a column in a query on one table, even in a
 * subquery on another table.
 */
export function findSelfComparisons(statement: string): string[] {
  const found = new Set<string>();
  visit(parseSync(statement), (kind, { lexpr, rexpr }) => {
    const [left, right] = kind === 'A_Expr' ? [namesIn(lexpr), namesIn(rexpr)] : [];
    if (left !== undefined && left === right) found.add(left);
  });
  return [...found];
}

/** Returns the name of a column, with its table name if the statement has one. */
function namesIn(expression: unknown): string | undefined {
  if (!isNode(expression) || !isNode(expression.ColumnRef)) return undefined;
  return textsOf(expression.ColumnRef).join('.');
}

/** Wraps the database so that each statement of its transactions is checked. */
export function watchStatements(database: Database) {
  const found = new Set<string>();
  const watched =
    <T>(work: (db: Db) => Promise<T>) =>
    (db: Db) => {
      const session = db._.session as unknown as { logger: { logQuery: LogQuery } };
      const { logger } = session;
      session.logger = {
        logQuery(statement, values) {
          for (const line of check(statement)) found.add(line);
          logger.logQuery(statement, values);
        },
      };
      return work(db);
    };
  const { replica } = database;
  const watching: Database = {
    ...database,
    asSystem: (work) => database.asSystem(watched(work)),
    inHousehold: (accountId, work) => database.inHousehold(accountId, watched(work)),
    readInHousehold: (accountId, work) => database.readInHousehold(accountId, watched(work)),
    readTogether: <T>(reads: readonly HouseholdRead<T>[]) =>
      database.readTogether(
        reads.map(({ accountId, work }) => ({ accountId, work: watched(work) })),
      ),
    replica: replica && {
      ...replica,
      read: (accountId, work) => replica.read(accountId, watched(work)),
    },
  };
  return { database: watching, found };
}

type LogQuery = (statement: string, values: unknown[]) => void;

const checked = new Map<string, readonly string[]>();

function check(statement: string): readonly string[] {
  const known = checked.get(statement);
  if (known !== undefined) return known;
  const wrong = [...findRowsByIdAlone(statement), ...findSelfComparisons(statement)];
  const lines = wrong.map((name) => `${name}: ${statement}`);
  checked.set(statement, lines);
  return lines;
}

function visit(node: unknown, enter: (kind: string, node: Node) => unknown): void {
  if (Array.isArray(node)) for (const one of node) visit(one, enter);
  else if (isNode(node)) {
    for (const [kind, inner] of Object.entries(node)) {
      if (isNode(inner) && enter(kind, inner) === 'skip') continue;
      visit(inner, enter);
    }
  }
}

/** Returns the household tables of this statement by alias, without those of its subqueries. */
function relationsOf({ relation, fromClause, usingClause }: Node): Map<string, string> {
  const relations = new Map<string, string>();
  const add = (table: Node) => {
    const name = String(table.relname);
    const alias = isNode(table.alias) ? String(table.alias.aliasname) : name;
    if (TABLES.has(name)) relations.set(alias, name);
  };
  if (isNode(relation)) add(relation);
  visit([fromClause, usingClause], (kind, node) => {
    if (kind === 'RangeVar') add(node);
    return kind === 'RangeSubselect' || kind === 'SubLink' ? 'skip' : undefined;
  });
  return relations;
}

function conditionsOf({ whereClause, fromClause, usingClause }: Node): unknown[] {
  const conditions = [whereClause];
  visit([fromClause, usingClause], (kind, { quals }) => {
    if (kind === 'JoinExpr') conditions.push(quals);
    return kind === 'RangeSubselect' ? 'skip' : undefined;
  });
  return conditions;
}

/**
 * Returns the columns that a condition compares. In a subquery, only columns with a table alias of
 * the outer statement are included.
 */
function referencesIn(condition: unknown, outer: Map<string, string>): Reference[] {
  const found: Reference[] = [];
  visit(condition, (kind, node) => {
    if (kind === 'NullTest') return 'skip';
    if (STATEMENTS.includes(kind)) {
      const inner = relationsOf(node);
      const visible = new Map([...outer].filter(([alias]) => !inner.has(alias)));
      found.push(
        ...referencesIn(Object.values(node), visible).filter(({ alias }) => alias !== null),
      );
      return 'skip';
    }
    if (kind !== 'ColumnRef') return undefined;
    const names = textsOf(node);
    const column = names.at(-1) ?? '';
    const alias = names.at(-2) ?? null;
    if (alias === null || outer.has(alias)) found.push({ alias, column });
    return undefined;
  });
  return found;
}

/** Returns the segments of a qualified column name. */
function textsOf({ fields }: Node): string[] {
  return (fields as Node[]).map(({ String: text }) => (isNode(text) ? String(text.sval) : '*'));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads the tables from the schema snapshot of the newest migration. */
function readTables() {
  interface Snapshot {
    tables: Record<string, { name: string; columns: Record<string, { type: string }> }>;
  }
  const folder = new URL('../../src/database/migrations/meta/', import.meta.url);
  const newest = readdirSync(folder)
    .filter((name) => name.endsWith('_snapshot.json'))
    .sort()
    .at(-1);
  const snapshot: Snapshot = JSON.parse(readFileSync(new URL(String(newest), folder), 'utf8'));
  const tables = Object.values(snapshot.tables).filter(({ columns }) => 'account_id' in columns);
  return new Map(
    tables.map(({ name, columns }) => {
      const ids = Object.keys(columns).filter((column) => isId(column, columns[column]?.type));
      return [name, { columns: new Set(Object.keys(columns)), ids: new Set(ids) }];
    }),
  );
}

function isId(column: string, type: string | undefined): boolean {
  return type === 'uuid' && !OTHER_IDS.includes(column);
}
