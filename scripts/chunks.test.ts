import { expect, test } from 'vitest';
import { chunks, isPreloaded } from './chunks.ts';

const APP = '/product/src/app';
const HOME = `${APP}/start.tsx`;
const PHOTOS = `${APP}/screens/Photos.tsx`;
const MY_DAY = `${APP}/screens/MyDay.tsx`;
const TABS = Array.from({ length: 16 }, (_, tab) => `${APP}/tab-${tab}.tsx`);
const LATER = '/modules/@tanstack/query-core/build/modern/infiniteQueryObserver.js';
const MADE = '/product/src/platform/web/created-answer.ts';
const ATTEMPT = '/product/src/platform/web/forms/attempt.ts';
const BUTTON = '/product/src/platform/web/ui/Button.tsx';
const ASK = '/product/src/platform/web/forms/use-action.ts';

/** Module graph of the test: static (`now`) and dynamic (`wanted`) imports of each module. */
const IMPORTS: Record<string, readonly [now: readonly string[], wanted: readonly string[]]> = {
  [`${APP}/web.tsx`]: [[HOME], []],
  [HOME]: [
    ['library', LATER],
    [PHOTOS, MY_DAY, ...TABS],
  ],
  [PHOTOS]: [['library', 'viewer', 'outbox', 'rules', 'caret', MADE, LATER], []],
  [MY_DAY]: [['outbox', 'rules'], []],
  ...Object.fromEntries(TABS.map((tab) => [tab, [['rules', ATTEMPT, BUTTON], []] as const])),
  [TABS[0] ?? '']: [['rules', 'outbox', 'caret', MADE, ATTEMPT, BUTTON, ASK], []],
  [ATTEMPT]: [['library'], []],
  [BUTTON]: [['aria'], []],
};

function chunkOf(id: string): string | undefined {
  const graph = {
    getModuleInfo: (asked: string) => {
      const [importedIds, dynamicallyImportedIds] = IMPORTS[asked] ?? [[], []];
      const importing = (at: 0 | 1) =>
        Object.keys(IMPORTS).filter((importer) => IMPORTS[importer]?.[at].includes(asked));
      return {
        ...{ importedIds, dynamicallyImportedIds },
        ...{ importers: importing(0), dynamicImporters: importing(1) },
      };
    },
  };
  const groups = chunks().sort((one, other) => other.priority - one.priority);
  return groups.map(({ name }) => name(id, graph)).find((name) => name !== undefined);
}

test.each<[what: string, id: string, chunk: string | undefined]>([
  ['the entry', `${APP}/web.tsx`, undefined],
  ['what it imports at once', HOME, 'home'],
  ['and what that does, also where a section needs it too', 'library', 'home'],
  ['a library that only later screens use, although all reach it', LATER, 'later'],
  ['what sections share, and a tab of the panel too', 'outbox', 'elder'],
  ['what more tabs need than twelve', 'rules', undefined],
  ['what one section and a tab need', 'caret', undefined],
  ['what is small and needed on both sides', MADE, 'later'],
  ['what sixteen tabs need and no section', ATTEMPT, 'family'],
  ['the same where a library comes along', BUTTON, undefined],
  ['what one tab alone needs', ASK, undefined],
  ['what one section alone needs', 'viewer', undefined],
  ['a section', PHOTOS, undefined],
])('%s: %s is in the chunk %s', (_, id, chunk) => {
  expect(chunkOf(id)).toBe(chunk);
});

test.each<[file: string, screen: string, isTold: boolean]>([
  ['assets/Photos-B5.css', 'assets/Photos-A1.js', true],
  ['assets/Photos-A1.js', 'assets/Photos-A1.js', true],
  ['assets/elder-C2.js', 'assets/Photos-A1.js', true],
  ['assets/caret-D3.js', 'assets/Photos-A1.js', false],
  ['assets/elder-C2.js', 'assets/PhotoAlbums-E4.js', false],
  ['assets/PhotoAlbums-E4.css', 'assets/PhotoAlbums-E4.js', true],
])('whether %s is preloaded with %s: %j', (file, screen, isTold) => {
  expect(isPreloaded(file, screen)).toBe(isTold);
});
