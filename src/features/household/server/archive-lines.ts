import type { Portable, Row, Section } from '#platform/server/archive/portable.ts';
import { hasNul } from '#platform/server/http/request-parsing.ts';
import type { HouseholdLimits } from '#platform/shared/limits.ts';
import type { Refusal } from '#platform/shared/refusal.ts';
import { householdRefusal } from '../refusals.ts';
import { CLOSING, fileOf, opening, turning } from './archive-format.ts';

/** A row of an archive with its location for error messages. */
export interface ArchivedRow {
  readonly section: Section;
  readonly row: Row;
  /** Location of the row, for example `photos.json, line 12`. */
  readonly place: string;
  /** Length of the line in characters. */
  readonly length: number;
}

/** Maximum length of a line in characters; no valid row is nearly as long. */
const MAX_LINE_LENGTH = 256 * 1024;

/** Yields the verified rows of a part. Errors contain the file and line. */
export async function* rowsIn(
  content: AsyncIterable<Uint8Array>,
  portable: Portable,
  limits: HouseholdLimits,
): AsyncGenerator<ArchivedRow, void, undefined> {
  const { sections } = portable;
  const file = fileOf(portable);
  const turns = turnsOf(portable);
  let turned = 0;
  let line = 0;
  let count = 0;
  for await (const text of linesOf(content, file)) {
    line += 1;
    const place = `${file}, line ${line}`;
    const section = sections[turned - 1];
    if (text === turns[turned]) {
      turned += 1;
      count = 0;
    } else if (turned === 0) throw wrongOpening(text, file);
    else if (section === undefined) throw wrongAt(place, 'the file should have ended before');
    else {
      count += 1;
      const most = mostRowsOf(section, limits);
      if (count > most) throw wrongAt(place, `there are more than ${most} of ${section.name}`);
      yield rowOf(text, section, place);
    }
  }
  if (turned < turns.length) throw wrongAt(file, 'the file ends too early');
}

/** The lines that separate the sections. */
function turnsOf(portable: Portable): string[] {
  const names = portable.sections.map(({ name }) => name);
  const between = names.map((name, at) => (at === 0 ? opening(portable, name) : turning(name)));
  return [...between, CLOSING];
}

function wrongOpening(text: string, file: string): Refusal {
  const isOther = /^\{"feature":"[a-z-]+","version":\d+,/.test(text);
  return isOther
    ? householdRefusal(
        'download-of-another-version',
        `${file} was made by another version of this product. Please update both servers and download again.`,
      )
    : wrongAt(`${file}, line 1`, 'this is not how such a file begins');
}

function mostRowsOf({ restoring }: Section, limits: HouseholdLimits): number {
  const { mostRows = Number.POSITIVE_INFINITY } = restoring ?? {};
  return typeof mostRows === 'number' ? mostRows : mostRows(limits);
}

function rowOf(text: string, section: Section, place: string): ArchivedRow {
  const { length } = text;
  if (section.restoring === undefined) return { section, row: {}, place, length };
  const result = section.line.safeParse(parsed(text, place));
  if (result.success) {
    if (hasNul(result.data)) throw wrongAt(place, 'there is a character that cannot be stored');
    return { section, row: result.data, place, length };
  }
  const [issue] = result.error.issues;
  const field = issue?.path.join('.') ?? '';
  throw wrongAt(place, `please check ${field === '' ? 'what stands there' : field}`);
}

function parsed(text: string, place: string): unknown {
  try {
    return JSON.parse(text.replace(/,$/, ''));
  } catch {
    throw wrongAt(place, 'this line cannot be read');
  }
}

async function* linesOf(
  content: AsyncIterable<Uint8Array>,
  file: string,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let held = '';
  const decoded = (chunk?: Uint8Array) => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      throw wrongAt(file, 'this is no text');
    }
  };
  for await (const chunk of content) {
    const lines = (held + decoded(chunk)).split('\n');
    if (lines.some(({ length }) => length > MAX_LINE_LENGTH)) {
      throw wrongAt(file, 'a line is too long');
    }
    held = lines.pop() ?? '';
    yield* lines;
  }
  held += decoded();
  if (held !== '') yield held;
}

/** Creates a refusal that contains the location. */
export function wrongAt(place: string, what: string): Refusal {
  return householdRefusal('wrong-line-in-download', `${place}: ${what}.`);
}
