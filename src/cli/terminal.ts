import type { Program } from './command.ts';

export interface Terminal {
  readonly program: Program;
  readonly environment: Record<string, string | undefined>;
  now(): Date;
  say(line: string): void;
  complain(line: string): void;
}
