// Reports comments, test titles, exported names and sentences of the documentation that are hard to
// read, by the words in plain-english-rules.json. Fails if their share is too large.
// `node scripts/plain-english.mjs [FOLDER] [--list]`; `--list` prints every place.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { printLine, root } from './setup.mjs';

const rules = JSON.parse(
  readFileSync(new URL('plain-english-rules.json', import.meta.url), 'utf8'),
);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false } },
});
const folder = positionals[0] ?? root;

const anyOf = (words) => words.map((word) => word.replaceAll(' ', '\\s+')).join('|');
const OPENING = new RegExp(`^(?:${anyOf(rules.openings)})\\b`, 'i');
const PHRASE = new RegExp(`\\b(?:${anyOf(rules.phrases)})\\b`, 'i');
const NAME_PREFIX = new RegExp(`^(?:${anyOf(rules.namePrefixes)})(?=[A-Z]|$)`);
const NAME_SUFFIX = new RegExp(`(?:${anyOf(rules.nameSuffixes)})$`);
const NAME_LIMIT = /^(?:MOST|LONGEST|LEAST|SHORTEST|LARGEST|SMALLEST|FEWEST)_/;

/** Folders of packages, builds and results, and folders whose names begin with a dot. */
const SKIPPED = /(^|[\\/])(node_modules|dist|test-results|\.[^\\/]+)[\\/]/;
const DIRECTIVE = /^(?:biome-ignore|@ts-|v8 ignore|#|\/)/;
const COMMENT = /\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/ .*\n)+/gm;
const TITLE = /^\s*(test|it|describe)(?:\.\w+(?:\([^)]*\))?)?\(\s*(['"`])(.*?)\2\s*,/gm;
const EXPORT =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm;

const isHard = (text) => OPENING.test(text) || PHRASE.test(text);
/**
 * Returns the name without a leading `use` and in camel case, so that `useKeptRows` and `KeptRows`
 * are both checked as `keptRows`.
 */
const bareName = (name) => {
  const bare = name.replace(/^use(?=[A-Z])/, '');
  return bare.charAt(0).toLowerCase() + bare.slice(1);
};

/**
 * Functions by kind: each returns the texts of a file with their offsets; `isHard` marks a text
 * that must be rewritten.
 */
const KINDS = {
  comments(text) {
    return [...text.matchAll(COMMENT)].flatMap(({ 0: raw, index }) => {
      const words = raw
        .replace(/\/\*+|\*+\//g, ' ')
        .replace(/^[ \t]*(?:\*|\/\/) ?/gm, ' ')
        .replace(/\s+/g, ' ')
        .trim();
      if (words.length < 8 || DIRECTIVE.test(words)) return [];
      return [{ index, text: words, isHard: isHard(words) }];
    });
  },
  titles(text, file) {
    if (!/\.(?:test|spec)\.tsx?$/.test(file)) return [];
    return [...text.matchAll(TITLE)].map(({ index, 1: call, 3: title }) => {
      const isShort = call !== 'describe' && title.split(' ').length < rules.minWordsPerTitle;
      return { index, text: title, isHard: isShort || isHard(title) };
    });
  },
  names(text, file) {
    if (/\.(?:test|spec)\.tsx?$/.test(file)) return [];
    return [...text.matchAll(EXPORT)].map(({ index, 1: name }) => ({
      index,
      text: name,
      isHard: NAME_LIMIT.test(name) || NAME_SUFFIX.test(name) || NAME_PREFIX.test(bareName(name)),
    }));
  },
};

function sentences(text) {
  const prose = text.replace(/```[\s\S]*?```/g, (code) => code.replace(/[^\n]/g, ' '));
  const found = [];
  for (const { 0: raw, index } of prose.matchAll(/(?:(?!\n\n|\n[-|#*]|[.!?:]\s)[\s\S])+/g)) {
    const words = raw
      .replace(/^[\s.!?:#>*|-]+/, '')
      .replace(/\s+/g, ' ')
      .trim();
    const count = words.split(' ').length;
    if (count < 5) continue;
    found.push({ index, text: words, isHard: isHard(words) || count > rules.maxWordsPerSentence });
  }
  return found;
}

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  .filter((path) => !SKIPPED.test(path));

const totals = { comments: 0, titles: 0, names: 0, docs: 0 };
const places = { comments: [], titles: [], names: [], docs: [] };
for (const file of files) {
  const isDocs = file.endsWith('.md');
  if (!isDocs && !/\.(?:tsx?|mjs|cjs|css)$/.test(file)) continue;
  const text = readFileSync(join(folder, file), 'utf8');
  const readers = isDocs ? { docs: sentences } : KINDS;
  for (const [kind, read] of Object.entries(readers)) {
    for (const found of read(text, file)) {
      totals[kind] += 1;
      if (!found.isHard) continue;
      const line = text.slice(0, found.index).split('\n').length;
      places[kind].push(`${file}:${line}: ${found.text.slice(0, 120)}`);
    }
  }
}

let failed = 0;
for (const [kind, max] of Object.entries(rules.maxShare)) {
  const share = places[kind].length / Math.max(1, totals[kind]);
  const isOver = share > max;
  if (isOver) failed += 1;
  if (isOver || values.list) for (const place of places[kind]) printLine(place);
  printLine(
    `${kind}: ${places[kind].length} of ${totals[kind]} hard to read (${(share * 100).toFixed(1)} %, at most ${max * 100} %)`,
  );
}
process.exitCode = failed === 0 ? 0 : 1;
