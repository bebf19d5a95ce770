import { findProgram, freePort, type OwnProgram, startOwnProgram } from './testing-programs.ts';

/** A server of NATS that a test may take away and bring back, at the same address. */
export interface OwnNats extends OwnProgram {
  readonly url: string;
}

/** The program, where this machine has it (Debian's nats-server). */
export function findNats(): string | undefined {
  return findProgram('nats-server');
}

export async function startOwnNats(program: string): Promise<OwnNats> {
  const port = await freePort();
  const command = [program, '-a', '127.0.0.1', '-p', String(port)] as const;
  const own = await startOwnProgram([...command], /Server is ready/);
  return { url: `nats://127.0.0.1:${port}`, ...own };
}
