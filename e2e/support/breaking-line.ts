import { connect, createServer, type Socket } from 'node:net';

/** A line to a server that breaks, again and again, by what is sent over it. */
export interface BreakingLine {
  readonly url: string;
  /** Each connection is cut when the browser has sent so many bytes over it. */
  most: number;
  /** So many were cut. */
  readonly cuts: () => number;
  /** What reached the server, in bytes. */
  readonly sent: () => number;
  /** Ends every open connection at once, as a server that was killed does. */
  cutAll(): void;
  close(): Promise<void>;
}

/** A proxy (TCP) before a server, under an address of its own. */
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
