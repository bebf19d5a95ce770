import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { FirstParts, FirstPartsOf } from './first-answers.ts';
import { pagePolicy } from './security-headers.ts';

/** In seconds. */
const A_YEAR = 365 * 24 * 3600;

interface Web {
  /** The folder of the built files. */
  readonly root: string;
  /** The application's paths; any other page is answered 404. */
  isPage(path: string): boolean;
  /** Origins of scripts from elsewhere. */
  readonly scripts: readonly string[];
  nothingThere(): never;
  /** What the page of the first screen brings along; undefined where it goes without. */
  readonly firstParts?: FirstPartsOf;
}

/** A worker that decodes what a person has chosen; it alone may compile WebAssembly. */
const DECODER = /\/assets\/\w+-worker-[\w-]+\.js(\.br|\.gz)?$/;
const DECODER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/**
 * Serves the built web side: named by their content and so immutable under `/assets/`, precompressed
 * where the browser takes it; every page is the one HTML file with a nonce of its own.
 */
export async function serveStaticFiles(
  server: FastifyInstance,
  { root, isPage, scripts, nothingThere, firstParts }: Web,
): Promise<void> {
  const html = await readFile(join(root, 'index.html'), 'utf8');
  await server.register(fastifyStatic, {
    root,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      // A worker has the policy that it is served with, not that of the page.
      if (/\/service-worker\.js(\.br|\.gz)?$/.test(path)) {
        reply.header('Content-Security-Policy', "default-src 'self'");
      }
      if (DECODER.test(path)) reply.header('Content-Security-Policy', DECODER_POLICY);
      const immutable = path.includes('/assets/');
      reply.header(
        'Cache-Control',
        immutable ? `public, max-age=${A_YEAR}, immutable` : 'no-cache',
      );
    },
    globIgnore: ['index.html*', '**/*.br', '**/*.gz'],
    wildcard: false,
  });
  const sendPage = (reply: FastifyReply, status: number, parts?: FirstParts) => {
    const nonce = randomBytes(18).toString('base64url');
    const page = html.replaceAll('__NONCE__', nonce);
    return (
      reply
        .status(status)
        .header('Content-Security-Policy', pagePolicy(nonce, scripts))
        // With what is somebody's it is kept nowhere.
        .header('Cache-Control', parts === undefined ? 'no-cache' : 'private, no-store')
        .type('text/html; charset=utf-8')
        .send(parts === undefined ? page : withParts(page, parts, nonce))
    );
  };
  server.get('/', async (request, reply) =>
    sendPage(reply, 200, await firstParts?.(request, reply)),
  );
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const wantsPage = request.method === 'GET' && !/^\/(api|assets|uploads)\//.test(path);
    if (!wantsPage) nothingThere();
    return sendPage(reply, isPage(path) ? 200 : 404);
  });
}

/** Where the page's script puts its screens, in the place of all that is there. */
const ROOT = '<div id="root">';

/** As functions, because what people write may look like a pattern of `replace`. */
function withParts(page: string, { answers, rendered }: FirstParts, nonce: string): string {
  const whole = page.replace('</body>', () => `${answers}</body>`);
  if (rendered === undefined) return whole;
  const { html, styles } = rendered;
  return whole.replace(ROOT, () => `${ROOT}<style nonce="${nonce}">${styles}</style>${html}`);
}
