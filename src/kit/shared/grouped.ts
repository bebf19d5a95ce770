/** The rows of each key, in the order in which they came. */
export function groupedBy<Row, Key>(
  rows: Iterable<Row>,
  keyOf: (row: Row) => Key,
): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}

/** Finds the rows of a key, none where it has none. */
export function lookupBy<Row, Key>(
  rows: Iterable<Row>,
  keyOf: (row: Row) => Key,
): (key: Key) => readonly Row[] {
  const groups = groupedBy(rows, keyOf);
  return (key) => groups.get(key) ?? [];
}

/** Finds the rows of a household. */
export function byAccount<Row extends { readonly accountId: string }>(
  rows: Iterable<Row>,
): (accountId: string) => readonly Row[] {
  return lookupBy(rows, ({ accountId }) => accountId);
}
