/** Groups rows by key, in their original order. */
export function groupBy<Row, Key>(rows: Iterable<Row>, keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}

/** Returns a function that finds the rows of a key, or an empty list. */
export function lookupBy<Row, Key>(
  rows: Iterable<Row>,
  keyOf: (row: Row) => Key,
): (key: Key) => readonly Row[] {
  const groups = groupBy(rows, keyOf);
  return (key) => groups.get(key) ?? [];
}

export function byAccount<Row extends { readonly accountId: string }>(
  rows: Iterable<Row>,
): (accountId: string) => readonly Row[] {
  return lookupBy(rows, ({ accountId }) => accountId);
}
