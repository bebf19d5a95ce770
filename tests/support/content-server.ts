import { createServer } from 'node:http';
import { contentFeatures } from '#features/content/server.ts';
import { outboundWith } from '#platform/server/outbound/fetch.ts';
import { pillPicture } from './hostile-pictures.ts';
import { type PictureServer, pictureServer } from './picture-server.ts';

interface Said {
  readonly type?: string;
  readonly body: string | Buffer | object;
  readonly headers?: Record<string, string>;
  readonly status?: number;
}

/** Responses of external sites by host and path. All other URLs do not exist. */
export type World = Record<string, Said | 'silence'>;

export interface ContentServer extends PictureServer {
  readonly world: World;
  readonly asked: string[];
}

/** Starts the content features with a local server in place of all external sites. */
export async function contentServer({ patienceMs = 15_000 } = {}) {
  const publicUrl = 'https://grand.example.org';
  const world: World = {};
  const asked: string[] = [];
  const standIn = createServer((request, response) => {
    const address = (request.url ?? '').slice(1);
    asked.push(address);
    const said = world[address.split('?')[0] ?? ''];
    if (said === 'silence') return;
    if (said === undefined) {
      response.writeHead(404, { 'Content-Type': 'text/html' }).end('Not here');
      return;
    }
    const isJson = typeof said.body === 'object' && !Buffer.isBuffer(said.body);
    const type = said.type ?? (isJson ? 'application/json' : 'text/html; charset=utf-8');
    response.writeHead(said.status ?? 200, { 'Content-Type': type, ...said.headers });
    response.end(isJson ? JSON.stringify(said.body) : said.body);
  });
  await new Promise<void>((go) => standIn.listen(0, '127.0.0.1', go));
  const address = standIn.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  const outside = outboundWith({ standIn: `http://127.0.0.1:${address.port}` });
  const server = await pictureServer({}, undefined, (files) =>
    contentFeatures({ files, outside, reserveBytes: 0, publicUrl, patienceMs }),
  );
  const content: ContentServer = {
    ...server,
    world,
    asked,
    async close() {
      await server.close();
      standIn.closeAllConnections();
      standIn.close();
    },
  };
  return content;
}

let widths = 200;

/** Returns a different picture at each call. */
export async function thumbnail(): Promise<Said> {
  widths += 1;
  return { type: 'image/jpeg', body: await pillPicture(widths, 90).jpeg().toBuffer() };
}
