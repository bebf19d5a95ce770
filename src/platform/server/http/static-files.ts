import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NEEDS_HEADER, readNeeds } from '#platform/shared/page-needs.ts';
import { sendText } from './compression.ts';
import type { FirstParts, FirstPartsOf } from './first-answers.ts';
import { pagePolicy } from './security-headers.ts';

/** Cache lifetime in seconds. */
const A_YEAR = 365 * 24 * 3600;

interface Web {
  /** The folder of the built files. */
  readonly root: string;
  /** Returns true for a path of the application; other pages are answered with 404. */
  isPage(path: string): boolean;
  /** Origins of third-party scripts. */
  readonly scripts: readonly string[];
  nothingThere(): never;
  /**
   * Embedded answers and rendered screen of the start page; undefined without server-side
   * rendering.
   */
  readonly firstParts?: FirstPartsOf;
}

/** A worker that decodes a file chosen by the user; only these workers may compile WebAssembly. */
const DECODER = /\/assets\/\w+-worker-[\w-]+\.js(\.br|\.gz)?$/;
const DECODER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/**
 * Serves the built web client. Files under `/assets/` have content hashes in their names and are
 * immutable; precompressed files are used if the browser accepts them. Every page is the same HTML
 * file with a new nonce.
 */
export async function serveStaticFiles(
  server: FastifyInstance,
  { root, isPage, scripts, nothingThere, firstParts }: Web,
): Promise<void> {
  const html = await readFile(join(root, 'index.html'), 'utf8');
  const inline = hashesOfInlineScripts(html);
  const needs = readNeeds(html).join(' ');
  await server.register(fastifyStatic, {
    root,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      // Workers follow the policy of their own response, not that of the page.
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
  const sendPage = (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    parts?: FirstParts,
  ) => {
    const nonce = randomBytes(18).toString('base64url');
    const page = html.replaceAll('__NONCE__', nonce);
    reply
      .status(status)
      .header('Content-Security-Policy', pagePolicy(nonce, scripts, inline))
      .header(NEEDS_HEADER, needs)
      // Pages must not be indexed, because their URLs can contain tokens.
      .header('X-Robots-Tag', 'noindex, nofollow')
      // A page with personal data must not be cached.
      .header('Cache-Control', parts === undefined ? 'no-cache' : 'private, no-store');
    const text = parts === undefined ? page : withParts(page, parts, nonce);
    return sendText(request, reply, 'text/html', text);
  };
  server.get('/', async (request, reply) =>
    sendPage(request, reply, 200, await firstParts?.(request, reply)),
  );
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const wantsPage = request.method === 'GET' && !/^\/(api|assets|uploads)\//.test(path);
    if (!wantsPage) nothingThere();
    return sendPage(request, reply, isPage(path) ? 200 : 404);
  });
}

/** Returns the hashes in the format of a Content-Security-Policy. */
function hashesOfInlineScripts(html: string): string[] {
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => {
    return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  });
}

/** The element whose content the client replaces with its own screens. */
const ROOT = '<div id="root">';

/** The style sheet; rendering and scripts wait until it is loaded. */
const STYLE_SHEET = /<link rel="stylesheet"[^>]*>/;

/**
 * Inserts the rendered screen with its inline styles and moves the style sheet link after it, so
 * that the screen is shown sooner. Uses replacer functions, because user input may contain patterns
 * such as `$&`.
 */
function withParts(page: string, { answers, rendered }: FirstParts, nonce: string): string {
  if (rendered === undefined) return page.replace('</body>', () => `${answers}</body>`);
  const { html, styles } = rendered;
  const [sheet = ''] = STYLE_SHEET.exec(page) ?? [];
  return page
    .replace(sheet, '')
    .replace('</body>', () => `${answers}${sheet}</body>`)
    .replace(ROOT, () => `${ROOT}<style nonce="${nonce}">${styles}</style>${html}`);
}
