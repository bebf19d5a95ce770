import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const program = fileURLToPath(new URL('./import-law.mjs', import.meta.url));

/** Name of a rule, a file that violates the rule, and the import in that file. */
const VIOLATIONS = [
  ['down-a-layer-platform', 'src/platform/web/one.ts', '../../features/a/contract.ts'],
  ['down-a-layer-features', 'src/features/b/server.ts', '../../app/features.ts'],
  ['down-a-layer-database', 'src/database/one.ts', '../platform/shared/thing.ts'],
  [
    'platform-knows-the-database-by-type',
    'src/platform/server/one.ts',
    '../../database/connect.ts',
  ],
  ['web-never-sees-server', 'src/features/c/web/one.ts', '../server.ts'],
  ['web-never-sees-server', 'src/app/screens/One.tsx', '../../features/c/server/rows.ts'],
  ['server-never-sees-web', 'src/features/d/server/one.ts', '../web/queries.ts'],
  ['web-never-sees-node', 'src/platform/web/two.ts', 'node:path'],
  ['loose-files-are-shared', 'src/features/e/rule.ts', '../../platform/web/thing.ts'],
  ['loose-files-are-shared', 'src/platform/shared/one.ts', 'node:crypto'],
  ['loose-files-never-see-server', 'src/features/f/contract.ts', './server.ts'],
  ['features-meet-in-screens', 'src/features/g/web/one.ts', '../../h/web/Card.ts'],
  ['features-meet-at-the-front-door', 'src/features/i/server.ts', '../j/server/rows.ts'],
  ['no-test-code-in-the-product', 'src/platform/server/two.ts', './testing.ts'],
  ['no-test-code-in-the-product', 'src/app/three.ts', '../../tests/support/thing.ts'],
  ['everything-resolves', 'src/platform/shared/two.ts', '#platform/shared/gone.ts'],
] as const;

const THING = 'export interface Thing { name: string }\nexport const thing = 1;\n';

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

describe('violations that the check of import rules reports', () => {
  let said = '';
  let status: number | null = 0;

  beforeAll(() => {
    const planted: Record<string, string> = {
      'src/features/k/server.ts': THING,
      'src/features/k/contract.ts': "export type { Thing } from './server.ts';\n",
      'src/features/k/web/one.ts':
        "import type { Thing } from '../contract.ts';\nexport type A = Thing;\n",
      'src/platform/shared/hen.ts':
        "import { egg } from './egg.ts';\nexport const hen = () => egg;\n",
      'src/platform/shared/egg.ts':
        "import { hen } from './hen.ts';\nexport const egg = () => hen;\n",
      'src/features/l/server.ts':
        "import { thing } from '../m/rule.ts';\nexport const l = thing;\n",
      'src/features/l/names.ts': THING,
      'src/features/m/server.ts':
        "import { other } from '../n/server.ts';\nexport const m = other;\n",
      'src/features/m/rule.ts': THING,
      'src/features/n/server.ts':
        "import type { Thing } from '../l/names.ts';\nexport const other: Thing[] = [];\n",
      'src/platform/shared/forgotten.ts': 'export const forgotten = 1;\n',
    };
    for (const [, from, to] of VIOLATIONS) {
      if (to.startsWith('.')) planted[join(dirname(from), to)] = THING;
    }
    for (const [, from, to] of VIOLATIONS) {
      planted[from] = `import * as it from '${to}';\nexport const mine = it;\n`;
    }
    ({ said, status } = judge(plant(planted)));
  });

  test.each(VIOLATIONS)('%s is reported when %s imports %s', (rule, from) => {
    expect(said).toContain(`${rule}: ${from} →`);
  });

  test('web-never-sees-server is reported for an indirect import of a server type', () => {
    expect(said).toContain('web-never-sees-server: src/features/k/web/one.ts →');
  });

  test('no-cycles is reported for two files that import each other', () => {
    expect(said).toContain('no-cycles: src/platform/shared/egg.ts →');
  });

  test('no-circles-of-features is reported for three features, even with a type import', () => {
    expect(said).toContain('no-circles-of-features: l → m → n → l');
  });

  test('no-orphans is reported for a file without importers', () => {
    expect(said).toContain('no-orphans: src/platform/shared/forgotten.ts →');
  });

  test('the check exits with 1 after violations', () => {
    expect(status).toBe(1);
  });
});

test('the check accepts all allowed imports', () => {
  const folder = plant({
    'src/features/x/together.test.ts':
      "import { c } from '../y/web/Card.ts';\nexport const d = c;\n",
    'src/platform/shared/thing.ts': THING,
    'src/features/x/contract.ts':
      "import { thing } from '#platform/shared/thing.ts';\nexport const a = thing;\n",
    'src/features/x/web/queries.ts': "import { a } from '../contract.ts';\nexport const b = a;\n",
    'src/features/y/web/Card.ts':
      "import { b } from '../../x/web/queries.ts';\nexport const c = b;\n",
  });
  expect(judge(folder)).toEqual({ said: '5 files, 0 violations\n', status: 0 });
});

test('the check fails when it skips a source file', () => {
  const { said, status } = judge(
    plant({
      'src/platform/shared/thing.ts': THING,
      'src/platform/shared/thing.test.ts': "import { thing } from './thing.ts';\nthing;\n",
      'src/platform/shared/node_modules/unseen.ts': THING,
    }),
  );
  expect(said).toContain('Only 2 of the 3 source files were seen.');
  expect(status).toBe(1);
});

function plant(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'grand-import-law-'));
  folders.push(folder);
  const all = {
    ...files,
    'package.json': '{"type":"module","imports":{"#platform/*":"./src/platform/*"}}',
  };
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

function judge(folder: string): { said: string; status: number | null } {
  const { stdout, status } = spawnSync(process.execPath, [program, folder], { encoding: 'utf8' });
  return { said: stdout, status };
}
