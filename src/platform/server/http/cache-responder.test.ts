import { type IncomingMessage, request } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { subscriptions } from '#database/schema/households.ts';
import { feature, WrittenJson } from '#platform/server/feature.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { endpoint } from '#platform/shared/endpoint.ts';
import { type TestHousehold, type TestServer, testServer } from '#testing/test-server.ts';

const ID = 'b2f1f8a0-6a0c-4f6e-9a53-5a2f5d1c0a11';

const calls = {
  list: endpoint('GET /api/things', {
    ...{ who: 'user', summary: 'All things.' },
    query: z.object({ of: z.string().optional() }),
    reply: z.array(z.string()),
    cache: 'household',
  }),
  own: endpoint('GET /api/own-things', {
    ...{ who: 'admin', summary: 'Of a person.' },
    reply: z.array(z.string()),
    cache: 'person',
  }),
  office: endpoint('GET /api/office-things', {
    ...{ who: 'admin', summary: 'Not for all.' },
    reply: z.array(z.string()),
    cache: 'household',
  }),
  page: endpoint('GET /api/things/{id}/parts', {
    ...{ who: 'user', summary: 'A page.' },
    params: z.object({ id: z.uuid() }),
    query: z.object({ limit: z.coerce.number().max(9) }).strict(),
    reply: z.array(z.string()),
    cache: 'pages',
  }),
  add: endpoint('POST /api/things', {
    ...{ who: 'user', summary: 'Adds one.' },
    body: z.object({ name: z.string() }),
  }),
} as const;

let names: string[];
let routed: string[];
let server: TestServer;
let home: TestHousehold;
let url: string;

async function* inParts(list: readonly string[]) {
  yield JSON.stringify(list);
}

async function start(environment: Record<string, string> = {}) {
  names = ['one'];
  routed = [];
  const things = feature(calls, {
    list: async () => [...names],
    office: async () => [...names],
    own: async (_call, { user }) => [user.id],
    page: ({ query }) => new WrittenJson(inParts([...names, `up to ${query.limit}`])),
    async add({ body }) {
      names.push(body.name);
    },
  });
  server = await testServer([things], environment);
  server.app.addHook('onRequest', (call, _reply, done) => {
    routed.push(call.method);
    done();
  });
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  home = await server.household();
}
beforeEach(() => start());
afterEach(() => server.close());

interface Asked {
  readonly method?: string;
  readonly role?: 'user' | 'admin';
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/**
 * Sends a request over a real connection. `isRouted` of the result is true if the router received
 * the request.
 */
async function ask(path: string, { method = 'GET', role = 'user', headers, body }: Asked = {}) {
  const before = routed.length;
  const cookie = home.cookieOf(role);
  const call = request(url + path, { method, agent: false, headers: { cookie, ...headers } });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    call.on('response', resolve).on('error', reject).end(body);
  });
  const text = Buffer.concat(await answer.toArray()).toString();
  return {
    ...{ status: answer.statusCode, headers: answer.headers, text },
    isRouted: routed.length > before,
  };
}

const PAGE = `/api/things/${ID}/parts?limit=3`;

it.each([['/api/things'], [PAGE]])(
  'a cached answer equals that of the router, which does not receive the call: %s',
  async (path) => {
    const first = await ask(path);
    expect([first.status, first.isRouted]).toEqual([200, true]);
    const again = await ask(path);
    expect(again).toEqual({ ...first, isRouted: false });
    const known = { headers: { 'if-none-match': String(first.headers.etag) } };
    const unchanged = await ask(path, known);
    expect([unchanged.status, unchanged.text, unchanged.isRouted]).toEqual([304, '', false]);
    const byRouter = await server.app.inject({
      ...{ method: 'GET', url: path, headers: { cookie: home.cookieOf('user'), ...known.headers } },
    });
    const { connection, 'transfer-encoding': _, ...others } = unchanged.headers;
    expect({ ...byRouter.headers, connection: undefined }).toMatchObject(others);
  },
);

it('equivalent queries of a page share an answer, and a query against the contract is refused', async () => {
  await ask(PAGE);
  expect(await ask(`/api/things/${ID}/parts?limit=3.0`)).toMatchObject({ isRouted: false });
  expect(await ask(`/api/things/${ID}/parts?limit=4`)).toMatchObject({ isRouted: true });
  expect(await ask(`/api/things/${ID}/parts?limit=10`)).toMatchObject({ status: 400 });
  expect(await ask(`${PAGE}&more=1`)).toMatchObject({ status: 400 });
  const packed = { headers: { 'accept-encoding': 'gzip' } };
  expect(await ask(PAGE, packed)).toMatchObject({ isRouted: true });
  expect((await ask(PAGE, packed)).headers).toMatchObject({ 'content-encoding': 'gzip' });
});

it('a change invalidates the cached answer', async () => {
  await ask('/api/things');
  await home.as('user')('POST', '/api/things', { name: 'two' });
  expect(await ask('/api/things')).toMatchObject({ text: '["one","two"]', isRouted: true });
  expect(await ask('/api/things')).toMatchObject({ text: '["one","two"]', isRouted: false });
});

it.each<[what: string, path: string, asked: Asked, status: number]>([
  ['a HEAD request', '/api/things', { method: 'HEAD' }, 200],
  ['a request with a body', '/api/things', { headers: { 'content-length': '2' }, body: '{}' }, 200],
  ['a request with another query', '/api/things?of=us', {}, 200],
  ['a request with an encoded path', '/api/thing%73', {}, 200],
  ['a request for another path', '/api/nothings', {}, 404],
  ['a request without a session', '/api/things', { headers: { cookie: '' } }, 401],
  [
    'a request with an unknown session',
    '/api/things',
    { headers: { cookie: 'grand_session=x' } },
    401,
  ],
  ['a request whose role is not allowed', '/api/office-things', {}, 403],
])('%s is answered by the router', async (_, path, asked, status) => {
  await ask('/api/things');
  await ask('/api/office-things', { role: 'admin' });
  expect(await ask(path, asked)).toMatchObject({ status, isRouted: true });
});

it('a user receives their own answer, not the cached one of another user', async () => {
  const own = async (role: 'admin') => JSON.parse((await ask('/api/own-things', { role })).text);
  expect(await own('admin')).toEqual([home.userIds.admin]);
  expect(await own('admin')).toEqual([home.userIds.admin]);
});

it('an expired household is refused in spite of cached answers', async () => {
  const endsAt = new Date(server.clock.now().getTime() + MINUTE_MS);
  await server.database.asSystem((db) =>
    db.update(subscriptions).set({ status: 'canceled', endsAt }),
  );
  expect((await ask('/api/things')).status).toBe(200);
  expect((await ask('/api/things')).isRouted).toBe(false);
  server.clock.advance(2 * MINUTE_MS);
  expect(await ask('/api/things')).toMatchObject({ status: 403, isRouted: true });
});

it('a stopping server sends Connection: close with each answer', async () => {
  await ask('/api/things');
  server.app.leave();
  const { headers, isRouted } = await ask('/api/things', { headers: { connection: 'keep-alive' } });
  expect([headers.connection, isRouted]).toEqual(['close', true]);
});

it('the router answers all calls when each call is logged', async () => {
  await server.close();
  await start({ LOG_LEVEL: 'debug' });
  await ask('/api/things');
  expect(await ask('/api/things')).toMatchObject({ status: 200, isRouted: true });
});
