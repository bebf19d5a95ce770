// npm run check: checks types, format, lint, import rules and unused code, and prints the time of
// each.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { install, main, printLine } from './setup.mjs';

const CHECKS = [
  ['types (server)', 'node_modules/@typescript/native/bin/tsc', '-p', 'tsconfig.server.json'],
  ['types (web)', 'node_modules/@typescript/native/bin/tsc', '-p', 'tsconfig.web.json'],
  ['types (worker)', 'node_modules/@typescript/native/bin/tsc', '-p', 'tsconfig.worker.json'],
  ['types (shared)', 'node_modules/@typescript/native/bin/tsc', '-p', 'tsconfig.shared.json'],
  ['types (e2e)', 'node_modules/@typescript/native/bin/tsc', '-p', 'tsconfig.e2e.json'],
  ['format and lint', 'node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  ['law of imports', 'scripts/import-law.mjs'],
  ['plain English', 'scripts/plain-english.mjs'],
  ['nothing unused', 'node_modules/knip/bin/knip.js', '--no-progress'],
];

await main(async () => {
  await install();
  const waiting = [...CHECKS];
  let failed = 0;
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (!(await passes(next))) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 2) }, worker));
  printLine(failed === 0 ? 'All checks passed.' : `${failed} of ${CHECKS.length} checks failed.`);
  process.exitCode = failed === 0 ? 0 : 1;
});

async function passes([name, ...command]) {
  const start = performance.now();
  const { code, output } = await outputOf(command);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  printLine(`${code === 0 ? 'passed' : 'FAILED'}  ${name.padEnd(16)} ${seconds} s`);
  if (code !== 0) printLine(output.replace(/^/gm, '    '));
  return code === 0;
}

function outputOf(command) {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', failed);
    child.once('close', (code) => done({ code, output }));
  });
}
