import { findProgram, freePort, type OwnProgram, startOwnProgram } from './programs.ts';

/** A NATS server that a test can stop and restart at the same address. */
export interface OwnNats extends OwnProgram {
  readonly url: string;
  /** Returns the number of messages sent to each open connection, oldest connection first. */
  sentToEach(): Promise<number[]>;
}

/**
 * Returns the path of the program; undefined if it is not installed (Debian package nats-server).
 */
export function findNats(): string | undefined {
  return findProgram('nats-server');
}

export async function startOwnNats(program: string): Promise<OwnNats> {
  const port = await freePort();
  const monitor = await freePort();
  const own = await startOwnProgram(
    [program, '-a', '127.0.0.1', '-p', String(port), '-m', String(monitor)],
    /Server is ready/,
  );
  const sentToEach = async () => {
    const answer = await fetch(`http://127.0.0.1:${monitor}/connz?sort=start`);
    const { connections } = (await answer.json()) as { connections: { out_msgs: number }[] };
    return connections.map((connection) => connection.out_msgs);
  };
  return { url: `nats://127.0.0.1:${port}`, sentToEach, ...own };
}
