import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * The product's words: what has one of them is not the ground that another product could use as it is.
 * Not among them: `household`, which is the tenant of every table, call and cache of the kit; `user`,
 * `admin` and `super_admin`, the roles that it tells apart; `voice`, which reads anything out; `event`,
 * `calendar` and `content`, which here are the browser's, that of dates and that of an answer. Texts,
 * class names and tokens of design are not looked at: `tablet:` is a width.
 */
const PRODUCT = [
  'dose medication medicine pill reminder alarm adherence care caregiver elder family administrator',
  'tablet grace subscription stripe entitlement photo album slideshow video playlist article weather',
  'invitation',
].flatMap((line) => line.split(' '));

const files = readdirSync('src/kit', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|tsx|css)$/.test(name) && !/\.test\.tsx?$|testing\.ts$/.test(name))
  .map((name) => name.replaceAll('\\', '/'));

/** `readMail-now` and `READ_MAIL` are read, mail, now; plurals are what they are of. */
function wordsOf(text: string): string[] {
  const parts = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').match(/[A-Za-z]+/g) ?? [];
  return parts.map((part) =>
    part
      .toLowerCase()
      .replace(/ies$/, 'y')
      .replace(/([^s])s$/, '$1'),
  );
}

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
const EXPORTED =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm;

function saidIn(file: string): string[] {
  const text = readFileSync(join('src/kit', file), 'utf8');
  const exported = [...text.matchAll(EXPORTED)].map(([, name = '']) => name);
  return [file, ...exported, ...(text.match(COMMENT) ?? [])].flatMap(wordsOf);
}

describe('no word of the product stands in a name or a comment of the kit', () => {
  it('and everything was read', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(saidIn('server/http/dispatch.ts')).toContain('endpoint');
  });

  it.each(files)('%s', (file) => {
    const said = new Set(saidIn(file));
    expect(PRODUCT.filter((word) => said.has(word))).toEqual([]);
  });
});
