import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection as a client that keeps its own time has it. */
export interface TestSocket {
  readonly socket: Socket;
  /** All that came so far. */
  text(): string;
  /** Resolves when the other side has ended it, politely or not. */
  readonly closed: Promise<void>;
}

/** Connects to a server that listens at `url`, and says this much at once. */
export async function connectTo(url: string, said = ''): Promise<TestSocket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  socket.write(said);
  return { socket, text: () => text, closed };
}

/** The head of a call, with its headers. */
export function headOf(
  call: string,
  headers: Readonly<Record<string, string | number>> = {},
): string {
  const all = Object.entries({ Host: 'localhost', ...headers });
  return `${call} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}
