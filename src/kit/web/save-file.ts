/** How long a browser may take to begin to save what it is given. */
const SAVING_MS = 60_000;

/** A byte order mark, by which spreadsheets know UTF-8; JSON must not have one. */
const MARK = '\ufeff';

/** Lets the browser save a text as a file of that name. */
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
