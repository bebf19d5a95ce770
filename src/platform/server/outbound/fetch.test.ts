import { createServer, type RequestListener, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type FetchLimits, type OutboundParts, outboundWith } from './fetch.ts';

const PAGE: FetchLimits = { accept: ['text/html'], mostBytes: 100_000, withinMs: 15_000 };

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Starts a server on this machine; returns its port. */
async function serving(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}

const page = (text = '<p>Hello</p>'): RequestListener => {
  return (_request, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(text);
};

/**
 * Creates an outbound client that resolves every name to this machine and may reach only these
 * ports.
 */
function reaching(ports: readonly number[], own: Partial<OutboundParts> = {}) {
  return outboundWith({
    resolve: async () => ['127.0.0.1'],
    mayReach: (address, port) => address === '127.0.0.1' && ports.includes(port),
    ...own,
  });
}

describe('outbound reads', () => {
  it('the request names the product and contains nothing about the user', async () => {
    let headers: Record<string, unknown> = {};
    const port = await serving((request, response) => {
      headers = request.headers;
      page()(request, response);
    });
    const answer = await reaching([port]).read(`http://page.example:${port}/a?b=c`, PAGE);
    expect(answer).toMatchObject({ status: 200, mediaType: 'text/html' });
    expect(answer.body?.toString()).toBe('<p>Hello</p>');
    expect(headers['user-agent']).toContain('GrandApp');
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('referer');
  });

  it('a compressed body is decompressed', async () => {
    const port = await serving((_request, response) => {
      const packed = { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' };
      response.writeHead(200, packed).end(gzipSync('<p>Hello</p>'));
    });
    const answer = await reaching([port]).read(`http://page.example:${port}/`, PAGE);
    expect(answer.body?.toString()).toBe('<p>Hello</p>');
  });

  it('a redirect is followed', async () => {
    const port = await serving((request, response) => {
      if (request.url === '/new') page()(request, response);
      else response.writeHead(301, { Location: '/new' }).end();
    });
    const answer = await reaching([port]).read(`http://page.example:${port}/old`, PAGE);
    expect(answer.url.pathname).toBe('/new');
  });

  it('the body is not read if only the head is wanted', async () => {
    const port = await serving((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).write('it never ends');
    });
    const wish = { ...PAGE, wantsBody: () => false };
    const answer = await reaching([port]).read(`http://page.example:${port}/`, wish);
    expect(answer.body).toBeUndefined();
  });

  it('all requests go to the stand-in server if one is configured', async () => {
    const asked: unknown[] = [];
    const port = await serving((request, response) => {
      asked.push(request.url);
      page()(request, response);
    });
    const outside = outboundWith({ standIn: `http://127.0.0.1:${port}` });
    await outside.read('https://www.example.org/a?b=c', PAGE);
    expect(asked).toEqual(['/www.example.org/a?b=c']);
  });
});

describe('outbound addresses that are refused', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://0x7f000001/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://192.168.1.1/',
    'http://1.1.1.1:8080/',
    'file:///etc/passwd',
    'ftp://example.org/',
    'http://me:secret@example.org/',
  ])('the address %s is refused', async (url) => {
    await expect(outboundWith().read(url, PAGE)).rejects.toMatchObject({ name: 'OutboundError' });
  });

  it.each([
    ['one private address', ['10.0.0.1']],
    ['a private address among public ones', ['1.1.1.1', '127.0.0.1']],
    ['no address', []],
  ])('a name with %s is refused', async (_what, addresses) => {
    const outside = outboundWith({ resolve: async () => addresses });
    await expect(outside.read('http://rebound.example/', PAGE)).rejects.toThrow(/address/);
  });

  it('a redirect from a public page to a private address is refused', async () => {
    let reached = 0;
    const inside = await serving((request, response) => {
      reached += 1;
      page('secret')(request, response);
    });
    const port = await serving((_request, response) =>
      response.writeHead(302, { Location: `http://127.0.0.1:${inside}/` }).end(),
    );
    const read = reaching([port]).read(`http://page.example:${port}/`, PAGE);
    await expect(read).rejects.toThrow('not a public address');
    expect(reached).toBe(0);
  });

  it('the checked address is used even if the name resolves differently a moment later', async () => {
    const port = await serving(page('checked'));
    let times = 0;
    const outside = reaching([port], {
      resolve: async () => {
        times += 1;
        return times === 1 ? ['127.0.0.1'] : ['127.0.0.2'];
      },
    });
    const answer = await outside.read(`http://rebound.example:${port}/`, PAGE);
    expect(answer.body?.toString()).toBe('checked');
    expect(times).toBe(1);
  });
});

describe('outbound limits', () => {
  it('the read fails after five redirects', async () => {
    let hops = 0;
    const port = await serving((_request, response) => {
      hops += 1;
      response.writeHead(302, { Location: `/${hops}` }).end();
    });
    const read = reaching([port]).read(`http://page.example:${port}/`, PAGE);
    await expect(read).rejects.toThrow('too many redirects');
    expect(hops).toBe(6);
  });

  it('a body that arrives too slowly is aborted', async () => {
    const port = await serving((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).write('a');
      const drip = setInterval(() => response.write('a'), 20);
      response.on('close', () => clearInterval(drip));
    });
    const read = reaching([port]).read(`http://page.example:${port}/`, { ...PAGE, withinMs: 200 });
    await expect(read).rejects.toMatchObject({ name: 'OutboundError' });
  });

  it('a response whose head does not arrive is aborted', async () => {
    const port = await serving(() => undefined);
    const read = reaching([port]).read(`http://page.example:${port}/`, { ...PAGE, withinMs: 200 });
    await expect(read).rejects.toMatchObject({ name: 'OutboundError' });
  });

  it('a name resolution that takes too long is aborted', async () => {
    const outside = outboundWith({ resolve: () => new Promise(() => undefined) });
    const read = outside.read('http://slow.example/', { ...PAGE, withinMs: 100 });
    await expect(read).rejects.toThrow('too slow');
  });

  it('a body that is too large is refused', async () => {
    const port = await serving(page('a'.repeat(100_001)));
    const read = reaching([port]).read(`http://page.example:${port}/`, PAGE);
    await expect(read).rejects.toThrow('too large');
  });

  it('a small body that decompresses to a large one is refused', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const port = await serving((_request, response) => {
      const packed = { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' };
      response.writeHead(200, packed).end(bomb);
    });
    const read = reaching([port]).read(`http://page.example:${port}/`, PAGE);
    await expect(read).rejects.toThrow('too large');
  });

  it('a body of another media type is refused', async () => {
    const port = await serving((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end('MZ');
    });
    const read = reaching([port]).read(`http://page.example:${port}/`, PAGE);
    await expect(read).rejects.toThrow('of the type application/octet-stream');
  });
});
