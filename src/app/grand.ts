import { runCommand } from './operator/run.ts';

process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  now: () => new Date(),
  say: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
});
