import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A raw connection whose client controls the timing. */
export interface TestSocket {
  readonly socket: Socket;
  text(): string;
  /** Resolves when the other side has closed or reset the connection. */
  readonly closed: Promise<void>;
}

/** Connects to the server at `url` and sends a first text. */
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

/** Returns the request line and headers of a call. */
export function headOf(
  call: string,
  headers: Readonly<Record<string, string | number>> = {},
): string {
  const all = Object.entries({ Host: 'localhost', ...headers });
  return `${call} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}
