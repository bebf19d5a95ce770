import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * Product words. A file of the platform that contains one of them could not be used unchanged in
 * another product. These words are not on the list: `household`, the tenant of every table, call
 * and cache of the platform; `user`, `admin` and `super_admin`, the roles; `voice`, which reads any
 * text; `event`, `calendar` and `content`, which here mean those of the browser, of dates and of an
 * answer. Strings, class names and design tokens are not checked: `tablet:` is a breakpoint.
 */
const PRODUCT = [
  'dose medication medicine pill reminder alarm adherence care caregiver elder family administrator',
  'tablet grace subscription stripe entitlement photo album slideshow video playlist article weather',
  'invitation',
].flatMap((line) => line.split(' '));

const files = readdirSync('src/platform', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|tsx|css)$/.test(name) && !/\.test\.tsx?$|testing\.ts$/.test(name))
  .map((name) => name.replaceAll('\\', '/'));

/**
 * Splits names into lower-case words in the singular: `readMail-now` and `READ_MAIL` are read,
 * mail, now.
 */
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
  const text = readFileSync(join('src/platform', file), 'utf8');
  const exported = [...text.matchAll(EXPORTED)].map(([, name = '']) => name);
  return [file, ...exported, ...(text.match(COMMENT) ?? [])].flatMap(wordsOf);
}

describe('product words in names and comments of the platform', () => {
  it('all files of the platform are read', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(saidIn('server/http/dispatch.ts')).toContain('endpoint');
  });

  it.each(files)('the file %s uses no product word', (file) => {
    const said = new Set(saidIn(file));
    expect(PRODUCT.filter((word) => said.has(word))).toEqual([]);
  });
});
