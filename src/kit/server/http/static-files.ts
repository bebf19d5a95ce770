import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NEEDS_HEADER, readNeeds } from '#kit/shared/page-needs.ts';
import { sendText } from './compression.ts';
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
  const inline = hashesOfInlineScripts(html);
  const needs = readNeeds(html).join(' ');
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
      // Addresses of pages contain tokens of links.
      .header('X-Robots-Tag', 'noindex, nofollow')
      // With what is somebody's it is kept nowhere.
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

/** As a policy names them. */
function hashesOfInlineScripts(html: string): string[] {
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => {
    return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  });
}

/** Where the page's script puts its screens, in the place of all that is there. */
const ROOT = '<div id="root">';

/** Nothing below it is shown, and no script runs, before its file has come. */
const STYLE_SHEET = /<link rel="stylesheet"[^>]*>/;

/**
 * The rendered screen has the styles that it needs with it, and stands before the style sheet. In
 * functions, because what people write may look like a pattern of `replace`.
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
