import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { messageOf } from '#platform/shared/failures.ts';
import { NotDone } from './open-database.ts';
import type { Machine } from './service.ts';

export function thisMachine(): Machine {
  return {
    isRoot: process.getuid?.() === 0,
    node: realpathSync(process.execPath),
    hasUser: (name) =>
      readFileSync('/etc/passwd', 'utf8')
        .split('\n')
        .some((line) => line.startsWith(`${name}:`)),
    write: (path, text) => writeFileSync(path, text),
    run(program, typed) {
      try {
        execFileSync(program, typed, { stdio: ['ignore', 'ignore', 'pipe'] });
      } catch (error) {
        throw new NotDone(`${program} could not be run: ${messageOf(error).trim()}`);
      }
    },
  };
}
