import { connect, createServer, type Socket } from 'node:net';

/** A proxy to a server. It breaks a connection after a number of bytes. */
export interface BreakingLine {
  readonly url: string;
  /** Number of bytes from the browser after which a connection is broken. */
  most: number;
  /** Returns the number of connections that were broken. */
  readonly cuts: () => number;
  /** Returns the number of bytes that reached the server. */
  readonly sent: () => number;
  /** Breaks all open connections at once, as a crashed server does. */
  cutAll(): void;
  close(): Promise<void>;
}

/** Starts a TCP proxy in front of `target`; `url` of the result is that of the proxy. */
export async function breakingLine(target: string): Promise<BreakingLine> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let cuts = 0;
  let sent = 0;
  const server = createServer((browser) => {
    const upstream = connect(Number(port), hostname);
    const cut = () => {
      browser.destroy();
      upstream.destroy();
    };
    let bytes = 0;
    browser.on('data', (chunk) => {
      bytes += chunk.length;
      if (bytes > line.most) {
        cuts += 1;
        return cut();
      }
      sent += chunk.length;
      upstream.write(chunk);
    });
    upstream.pipe(browser);
    for (const socket of [browser, upstream]) {
      open.add(socket);
      socket.on('error', cut);
      socket.on('close', () => {
        open.delete(socket);
        cut();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const own = typeof address === 'object' && address !== null ? address.port : 0;
  const line: BreakingLine = {
    url: `http://127.0.0.1:${own}`,
    most: Number.POSITIVE_INFINITY,
    cuts: () => cuts,
    sent: () => sent,
    cutAll: () => {
      for (const socket of open) socket.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        line.cutAll();
      }),
  };
  return line;
}
