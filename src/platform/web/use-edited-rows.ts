import { useState } from 'react';

interface Held<Row> {
  readonly row: Row;
  readonly place: number;
}

/**
 * Returns the rows of a list. A row that is being edited stays in the result even if another user
 * deletes it, so that its form and input are not lost. `hold` marks a row as being edited or not.
 */
export function useEditedRows<Row>(rows: readonly Row[], idOf: (row: Row) => string) {
  const [held, setHeld] = useState<readonly Held<Row>[]>([]);
  const shown = [...rows];
  for (const { row, place } of held) {
    if (!rows.some((each) => idOf(each) === idOf(row))) shown.splice(place, 0, row);
  }
  const hold = (row: Row, isHeld: boolean) =>
    setHeld((before) => {
      const others = before.filter((each) => idOf(each.row) !== idOf(row));
      const place = shown.findIndex((each) => idOf(each) === idOf(row));
      return isHeld ? [...others, { row, place }] : others;
    });
  return { shown, hold };
}
