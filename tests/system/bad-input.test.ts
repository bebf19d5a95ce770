import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { readConfig } from '../../src/app/config.ts';
import { featuresFor } from '../../src/app/features.ts';

let server: TestServer;
let household: TestHousehold;
beforeAll(async () => {
  server = await testServer(featuresFor(readConfig({})));
  household = await server.household();
});
afterAll(() => server.close());

const MEDICATION = {
  name: 'Aspirin',
  frequency: 'daily',
  times: ['08:00'],
  startDate: '2026-03-01',
};

const post = (body: unknown, headers?: Record<string, string>) =>
  household.as('admin')('POST', '/api/medications', body, headers);

async function stored(): Promise<unknown[]> {
  return (await household.as('admin')('GET', '/api/medications')).body;
}

describe('invalid input of a request', () => {
  it.each([
    ['an oversized body', JSON.stringify({ name: 'x'.repeat(200_000) }), 413],
    ['malformed JSON', '{"name": ', 400],
    ['a NUL character', JSON.stringify({ ...MEDICATION, name: 'a\0b' }), 400],
    ['__proto__', '{"__proto__": {"isAdmin": true}, "name": "x"}', 400],
    ['a constructor prototype', '{"constructor": {"prototype": {"isAdmin": true}}}', 400],
    ['30,000 brackets', `{"name": ${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 400],
    ['10,000 objects', `${'{"name":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 400],
    ['the year 0', JSON.stringify({ ...MEDICATION, startDate: '0000-01-01' }), 400],
    ['a field of another type', JSON.stringify({ ...MEDICATION, times: '08:00' }), 400],
  ])('%s is refused with a sentence and nothing is stored', async (_, body, status) => {
    const answer = expectStatus(await post(body), status);
    expect(answer.body.error).toMatch(/^[A-Z].*\.$/);
    expect(JSON.stringify(answer.body)).not.toMatch(/stack|at .*\.ts|select |zod/i);
    expect(await stored()).toEqual([]);
  });

  it.each(['/api/medication-logs?from=', '/api/adherence?from='])(
    'a day of the year 0 is refused by %s',
    async (path) => {
      const answer = await household.as('super_admin')('GET', `${path}0000-01-01`);
      expect(expectStatus(answer, 400).body.error).toBe('Please check the year.');
    },
  );

  it.each(['0000-01-01T00:00:00Z', '0000-01-01T00:00:00+23:59', '9999-12-31T23:59:59Z'])(
    'a dose at %s is refused',
    async (scheduledTime) => {
      const dose = { medicationId: randomUUID(), scheduledTime, status: 'taken' };
      const answer = await household.as('user')('POST', '/api/medication-logs', dose);
      expect(expectStatus(answer, 400).body.error).toBe('Please check the year.');
    },
  );

  it.each([
    ['text/plain', 'name=Aspirin'],
    ['application/xml', '<medication/>'],
    ['application/x-www-form-urlencoded', 'name=Aspirin'],
  ])('%s is answered 415', async (type, body) => {
    expectStatus(await post(body, { 'content-type': type }), 415);
  });

  // The responses need not be checked here: the test server fails at its close if a response is not
  // documented in the contract.
  it.each([
    ['of an unknown type', 'x'.repeat(10), 'text/unknown', 415],
    ['that is oversized', JSON.stringify({ a: 'x'.repeat(200_000) }), 'application/json', 413],
  ])('a body %s is refused by a call without a body', async (_, body, type, status) => {
    const answer = await household.as('admin')('DELETE', `/api/videos/${randomUUID()}`, body, {
      'content-type': type,
    });
    expectStatus(answer, status);
  });

  it('an unknown address answers 404 with a sentence', async () => {
    const answer = expectStatus(await server.ask('GET', '/api/nothing'), 404);
    expect(answer.body).toEqual({
      error: 'There is nothing at this address.',
      code: 'unknown-address',
    });
  });

  it('query parameters are validated too', async () => {
    const ask = household.as('user');
    expectStatus(await ask('GET', '/api/medication-logs?limit=0'), 400);
    expectStatus(await ask('GET', '/api/medication-logs?from=yesterday'), 400);
    expectStatus(await ask('GET', '/api/medication-logs?surprise=1'), 400);
    expectStatus(await ask('GET', '/api/medication-logs?limit=5&from=2026-03-01'), 200);
  });

  it.each([
    ['is not HTTP', 'NOT HTTP', 400, 'not-understood'],
    [
      'has a header section that is too long',
      `GET / HTTP/1.1\r\nX-A: ${'b'.repeat(20_000)}`,
      431,
      'head-too-large',
    ],
  ])(
    'a request that %s gets an error response, and the server keeps running',
    async (_, head, status, code) => {
      if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' });
      const address = server.app.server.address();
      const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
      const answered = await new Promise<string>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(`${head}\r\n\r\n`));
        socket.once('data', (chunk) => resolve(chunk.toString()));
      });
      expect(answered).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(JSON.parse(answered.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code });
      expectStatus(await server.ask('GET', '/healthz'), 200);
    },
  );
});

describe('requests that a proxy may parse differently', () => {
  const HIDDEN = 'GET /healthz HTTP/1.1\r\nHost: hidden\r\n\r\n';
  const post = (headers: string) => `POST /api/medications HTTP/1.1\r\n${headers}\r\n\r\n${HIDDEN}`;

  /** Returns all bytes that arrive until the server closes the connection. */
  async function answers(sent: string): Promise<string> {
    if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' });
    const address = server.app.server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    return new Promise((resolve) => {
      let received = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(sent));
      socket.on('data', (chunk) => {
        received += chunk.toString();
      });
      socket.on('close', () => resolve(received));
      socket.on('error', () => undefined);
    });
  }

  it.each([
    ['two Host headers', `GET /api/settings HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n${HIDDEN}`],
    ['two equal Host headers', `GET /healthz HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n${HIDDEN}`],
    ['an unknown transfer coding', post('Host: a\r\nTransfer-Encoding: xchunked')],
    ['two transfer codings', post('Host: a\r\nTransfer-Encoding: gzip, chunked')],
    [
      'a repeated transfer coding',
      post('Host: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked'),
    ],
    ['an empty transfer coding', post('Host: a\r\nTransfer-Encoding: identity')],
  ])('a request with %s is answered 400 once, and the connection is closed', async (_, sent) => {
    const received = await answers(sent);
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  });
});

describe('a lone surrogate in JSON', () => {
  const HALF = 'a\ud800b';
  const WHOLE = 'a\ufffdb';

  it('a lone surrogate is replaced by U+FFFD in every stored and returned text', async () => {
    const admin = household.as('admin');
    const added = expectStatus(
      await admin('POST', '/api/medications', { ...MEDICATION, name: HALF, instructions: HALF }),
      201,
    ).body;
    expect(added).toMatchObject({ name: WHOLE, instructions: WHOLE });
    expect(await stored()).toMatchObject([{ name: WHOLE, instructions: WHOLE }]);
    const dose = { medicationId: added.id, scheduledTime: '2026-03-10T12:00:00Z', status: 'taken' };
    const logged = await household.as('user')('POST', '/api/medication-logs', {
      ...dose,
      notes: HALF,
    });
    expect(expectStatus(logged, 201).body.notes).toBe(WHOLE);
    const logs = await household.as('user')('GET', '/api/medication-logs');
    expect(logs.body).toMatchObject([{ notes: WHOLE }]);
    expectStatus(await admin('DELETE', `/api/medications/${added.id}`), 204);
  });

  it('characters outside the basic plane stay unchanged', async () => {
    const admin = household.as('admin');
    const name = 'Pill \u{1F48A} ᐃ';
    const added = expectStatus(
      await admin('POST', '/api/medications', { ...MEDICATION, name }),
      201,
    );
    expect(added.body.name).toBe(name);
    expectStatus(await admin('DELETE', `/api/medications/${added.body.id}`), 204);
  });
});

describe('headers of every response', () => {
  it('every response has the security headers and the date, and errors are not cached', async () => {
    const { headers } = await server.ask('GET', '/api/settings');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      date: 'Tue, 10 Mar 2026 14:00:00 GMT',
    });
  });

  it('strict-transport-security is sent only if the public address is https', async () => {
    const features = featuresFor(readConfig({}));
    const secure = await testServer(features, { PUBLIC_URL: 'https://grand.example' });
    for (const path of ['/healthz', '/api/settings', '/nothing']) {
      const { headers } = await secure.ask('GET', path);
      expect(headers['strict-transport-security'], path).toBe('max-age=31536000');
    }
    await secure.close();
    const { headers } = await server.ask('GET', '/healthz');
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  it('health checks and the API description are public', async () => {
    expectStatus(await server.ask('GET', '/healthz'), 200);
    expectStatus(await server.ask('GET', '/readyz'), 200);
    const api = expectStatus(await server.ask('GET', '/api/openapi.json'), 200).body;
    expect(api.paths['/api/medications'].post['x-who']).toBe('admin');
    const docs = expectStatus(await server.ask('GET', '/api/docs'), 200);
    expect(docs.body).toContain('/api/medications/{id}');
  });
});
