/** Spreadsheets treat a cell that starts with one of these characters as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

const NEEDS_QUOTES = /[",\r\n]/;

/**
 * Returns a table as CSV (RFC 4180). Text that a spreadsheet would run as a formula gets a leading
 * apostrophe (OWASP, CSV injection); numbers are unchanged.
 */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(value: string | number): string {
  if (typeof value === 'number') return `${value}`;
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) || text !== value ? `"${text.replaceAll('"', '""')}"` : text;
}
