// npm run bench -- NAME: runs bench/NAME.ts against the built product. The default is
// bench/polls.ts.
import { existsSync, readdirSync } from 'node:fs';
import { main, printLine, run, setUp } from './setup.mjs';

await main(async () => {
  await setUp();
  const [name = 'polls', ...rest] = process.argv.slice(2);
  const program = `bench/${name}.ts`;
  if (/^[a-z-]+$/.test(name) && existsSync(program)) {
    await run(process.execPath, ['--import', 'tsx', program, ...rest]);
    return;
  }
  const all = readdirSync('bench').filter((file) => /^[a-z-]+\.ts$/.test(file));
  printLine(
    `npm run bench -- NAME, where NAME is one of: ${all.map((file) => file.slice(0, -3)).join(', ')}`,
  );
  process.exitCode = 1;
});
