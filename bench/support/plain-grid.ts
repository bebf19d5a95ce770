import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';

/** A picture of the product's grid with its sources and its width in CSS pixels. */
export interface Picture {
  readonly src: string;
  readonly srcset: string;
  readonly sizes: string;
  readonly width: number;
}

export interface PlainGrid {
  readonly url: string;
  /** Serves plain pages with these pictures at `/plain` and `/plain/grid`. */
  show(pictures: readonly Picture[], columns: number): void;
  close(): Promise<void>;
}

/**
 * Proxy that adds two plain pages to the product's origin, so that the browser uses the same
 * cookies, connections and cache for both. Playwright's routes would bypass the emulated network
 * and disable the browser's cache.
 */
export async function openPlainGrid(to: string): Promise<PlainGrid> {
  const agent = new Agent({ keepAlive: true });
  const pages = new Map<string, string>();
  const server = createServer((asked, answer) => {
    const { url = '/', method = 'GET', headers } = asked;
    const page = pages.get(url);
    if (page !== undefined) {
      // Cacheable, so that a plain page can be prefetched like the product's screen.
      const kept = { 'Cache-Control': 'private, max-age=600' };
      answer.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...kept }).end(page);
      return;
    }
    const passing = request(new URL(url, to), { method, headers, agent }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
      answer.on('close', () => got.destroy());
    });
    passing.on('error', () => answer.destroy());
    asked.pipe(passing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    show(pictures, columns) {
      pages.set('/plain', START);
      pages.set('/plain/grid', gridOf(pictures, columns));
    },
    async close() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await once(server, 'close');
    },
  };
}

const HEAD = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Plain</title>';
const START = `${HEAD}<main><a href="/plain/grid">Photos</a></main></html>`;

function gridOf(pictures: readonly Picture[], columns: number): string {
  const width = pictures[0]?.width ?? 0;
  const styles = `main{display:grid;grid-template-columns:repeat(${columns},${width}px);gap:20px}
img{display:block;width:100%;aspect-ratio:1;object-fit:cover}`;
  const images = pictures.map(
    ({ src, srcset, sizes }) =>
      `<img alt="" decoding="async" src="${src}" srcset="${srcset}" sizes="${sizes}">`,
  );
  return `${HEAD}<style>${styles}</style><main>${images.join('\n')}</main></html>`;
}
