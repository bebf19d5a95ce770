import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from './escape-html.ts';
import type { OpenApi, Operation } from './openapi.ts';

const STYLE = `
body { font: 17px/1.5 system-ui, sans-serif; color: #1d2742; background: #f4f0e9; margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; }
details { background: #fffefb; border-radius: 14px; margin: 0.5rem 0; padding: 0.75rem 1rem; }
summary { cursor: pointer; }
code, pre { font: 15px/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; background: #f4f0e9; border-radius: 10px; padding: 0.75rem; }
.method { font-weight: 700; display: inline-block; min-width: 4.5rem; }
.who { color: #424b66; }`;

const POLICY = `default-src 'none'; frame-ancestors 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

const WHO: Record<string, string> = {
  anyone: 'anyone, also signed out',
  user: 'any signed-in person of the household',
  admin: 'admin and super_admin',
  super_admin: 'super_admin',
};

/** Renders the API contract as an HTML page without scripts. */
export function docsPage(api: OpenApi, reply: FastifyReply): FastifyReply {
  const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => section(method, path, operation)),
  );
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${escapeHtml(api.info.title)}: the API</title>
<style>${STYLE}</style></head><body><main><h1>${escapeHtml(api.info.title)}: the API</h1>
<p>JSON and cookies, same origin. Also as <a href="/api/openapi.json">OpenAPI</a>. An error is
<code>{ "error": "a sentence", "code": "which-refusal" }</code>, for a form also with
<code>fields</code>.</p>
${calls.join('\n')}</main></body></html>`;
  return reply
    .header('Content-Security-Policy', POLICY)
    .header('Cache-Control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(page);
}

function section(method: string, path: string, operation: Operation): string {
  const answered = Object.fromEntries(
    Object.entries(operation.responses).filter(([status]) => Number(status) < 400),
  );
  const parts = [
    ['Parameters', operation.parameters.length === 0 ? undefined : operation.parameters],
    ...Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) => [
      type === 'application/json' ? 'Body' : `Body (${type})`,
      schema,
    ]),
    ['Answers', answered],
    ['Refusals', operation['x-refusals']],
  ];
  const shapes = parts
    .filter(([, shape]) => shape !== undefined)
    .map(
      ([title, shape]) =>
        `<h3>${title}</h3><pre>${escapeHtml(JSON.stringify(shape, null, 2))}</pre>`,
    );
  const who = WHO[operation['x-who']] ?? operation['x-who'];
  return `<details><summary><span class="method">${method.toUpperCase()}</span>
<code>${escapeHtml(path)}</code> — ${escapeHtml(operation.summary)} <span class="who">(${who})</span></summary>
${shapes.join('')}</details>`;
}
