interface Cell {
  readonly row: number;
  readonly column: number;
}

const STEPS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * Returns the cell to which a key moves (roving tabindex): the next pressable cell in that
 * direction. Home and End lead to the first and last pressable cell of the row. Undefined if there
 * is no such cell.
 */
export function nextCell(
  cells: readonly (readonly boolean[])[],
  { row, column }: Cell,
  key: string,
): Cell | undefined {
  const here = cells[row] ?? [];
  if (key === 'Home') return found(row, here.indexOf(true));
  if (key === 'End') return found(row, here.lastIndexOf(true));
  const [down, right] = STEPS[key] ?? [0, 0];
  if (down === 0 && right === 0) return undefined;
  let next: Cell = { row: row + down, column: column + right };
  while (cells[next.row]?.[next.column] === false) {
    next = { row: next.row + down, column: next.column + right };
  }
  return cells[next.row]?.[next.column] ? next : undefined;
}

function found(row: number, column: number): Cell | undefined {
  return column < 0 ? undefined : { row, column };
}
