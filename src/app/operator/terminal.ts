/** What a command works with beside its configuration. */
export interface Terminal {
  readonly environment: Record<string, string | undefined>;
  now(): Date;
  say(line: string): void;
  complain(line: string): void;
}
