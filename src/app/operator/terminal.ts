import type { Program } from './command.ts';

/** What a command works with beside its configuration. */
export interface Terminal {
  readonly program: Program;
  readonly environment: Record<string, string | undefined>;
  now(): Date;
  say(line: string): void;
  complain(line: string): void;
}
