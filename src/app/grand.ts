import { runCommand } from '../cli/run.ts';

process.exitCode = await runCommand(process.argv.slice(2), {
  program: process.env.npm_lifecycle_event === 'grand' ? 'npm run grand --' : 'grand',
  environment: process.env,
  now: () => new Date(),
  say: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
});
