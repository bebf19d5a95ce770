/**
 * Delay before the URL of the file is revoked, in milliseconds, so that the browser can start
 * saving.
 */
const SAVING_MS = 60_000;

/** Byte order mark, by which spreadsheet programs recognize UTF-8. It is not allowed in JSON. */
const MARK = '\ufeff';

/** Makes the browser save a text as a file. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(
    new Blob(type === 'text/csv' ? [MARK, text] : [text], { type: `${type};charset=utf-8` }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), SAVING_MS);
}
