// Checks the law of imports in a folder (this repository by default) and counts what was seen: a tool
// that silently sees nothing must not pass.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from './setup.mjs';

const [folder = root] = process.argv.slice(2);

const report = JSON.parse(
  execFileSync(
    process.execPath,
    [
      join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
      'src',
      ...['--config', join(root, '.dependency-cruiser.cjs'), '--output-type', 'json'],
    ],
    { cwd: folder, encoding: 'utf8', maxBuffer: 512 * 1024 * 1024 },
  ),
);

const seen = report.modules.filter(({ source }) => /^src\/.*\.tsx?$/.test(source)).length;
const onDisk = readdirSync(join(folder, 'src'), { recursive: true }).filter((name) =>
  /\.tsx?$/.test(name),
).length;

for (const { rule, from, to, comment } of report.summary.violations) {
  say(`${rule.name}: ${from} → ${to}${comment ? `\n  ${comment}` : ''}`);
}
if (seen < onDisk) say(`Only ${seen} of the ${onDisk} source files were seen.`);
say(`${seen} files, ${report.summary.violations.length} violations`);
process.exitCode = report.summary.violations.length > 0 || seen < onDisk ? 1 : 0;
