// Checks the import rules in a folder (default: this repository). Also compares the number of
// checked files, so that a tool that skips files does not pass.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { printLine, root } from './setup.mjs';

const law = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
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

const circles = circlesOf(folderGraph(report.modules));
const seen = report.modules.filter(({ source }) => /^src\/.*\.tsx?$/.test(source)).length;
const onDisk = readdirSync(join(folder, 'src'), { recursive: true }).filter((name) =>
  /\.tsx?$/.test(name),
).length;

for (const { rule, from, to, comment } of report.summary.violations) {
  printLine(`${rule.name}: ${from} → ${to}${comment ? `\n  ${comment}` : ''}`);
}
for (const circle of circles) printLine(`no-circles-of-features: ${circle.join(' → ')}`);
if (seen < onDisk) printLine(`Only ${seen} of the ${onDisk} source files were seen.`);
const violations = report.summary.violations.length + circles.length;
printLine(`${seen} files, ${violations} violations`);
process.exitCode = violations > 0 || seen < onDisk ? 1 : 0;

/**
 * Returns the features that each feature imports, including type imports. Imports of tests are
 * ignored, because tests may import any feature.
 */
function folderGraph(modules) {
  const isTest = new RegExp(
    law.forbidden.find(({ name }) => name === 'no-test-code-in-the-product').to.path,
  );
  const featureOf = (path) => /^src\/features\/([^/]+)\//.exec(path)?.[1];
  const graph = new Map();
  for (const { source, dependencies } of modules) {
    const from = featureOf(source);
    if (from === undefined || isTest.test(source)) continue;
    const others = dependencies.map(({ resolved }) => featureOf(resolved));
    const known = graph.get(from) ?? [];
    graph.set(from, new Set([...known, ...others.filter((to) => to && to !== from)]));
  }
  return graph;
}

/** Finds import cycles between features by depth-first search. */
function circlesOf(graph) {
  const found = [];
  const left = new Set();
  const visit = (one, path) => {
    if (path.includes(one)) return found.push([...path.slice(path.indexOf(one)), one]);
    if (left.has(one)) return;
    for (const next of graph.get(one) ?? []) visit(next, [...path, one]);
    left.add(one);
  };
  for (const one of graph.keys()) visit(one, []);
  return found;
}
