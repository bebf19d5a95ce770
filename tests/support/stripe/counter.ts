import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { newId } from './book.ts';
import { cardScript } from './card-script.ts';
import {
  type Answered,
  answerOf,
  type Desk,
  type RecordedRequest,
  serverError,
  tooMany,
} from './desk.ts';
import type { Fault, Faults } from './faults.ts';
import { decoded, formOf } from './wire.ts';

/** The HTTP server of the stand-in, including simulated network faults. */
export interface Counter {
  readonly port: number;
  /** Makes the server reject every connection (true), or accept connections again (false). */
  down(isDown: boolean): void;
  close(): Promise<void>;
}

/** A recorded request, without its content and credentials. */
export interface Request {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  readonly key: string | undefined;
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  // Includes `x-forwarded-for`, with which the browsers of the e2e tests simulate different client
  // addresses.
  'access-control-allow-headers': 'authorization, content-type, stripe-version, x-forwarded-for',
  'access-control-max-age': '300',
};

export async function openCounter(
  desk: Desk,
  faults: Faults,
  note: (request: Request) => void,
): Promise<Counter> {
  const sockets = new Set<Socket>();
  let isDown = false;
  const server = createServer((request, response) => {
    void serve(request, response).catch(() => request.socket.destroy());
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    if (request.method === 'OPTIONS') {
      response.writeHead(204, CORS).end();
      return;
    }
    if (url.pathname === '/js') {
      response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' });
      response.end(cardScript(url.origin));
      return;
    }
    const asked = await askedIn(request, url);
    note({ method: asked.method, path: asked.path, key: asked.idempotencyKey });
    answer(asked, request, response, faults.next(asked.method, asked.path));
  }

  function answer(
    asked: RecordedRequest,
    { socket }: IncomingMessage,
    response: ServerResponse,
    fault: Fault | undefined,
  ): void {
    if (fault === 'hang') response.on('close', desk.hold(asked));
    else if (fault === 'reset') socket.resetAndDestroy();
    else if (fault === '500') send(response, answerOf(serverError()));
    else if (fault === '429') send(response, answerOf(tooMany()));
    else {
      const answered = desk.answer(asked, fault);
      if (fault === 'reset after commit') socket.resetAndDestroy();
      else if (fault !== 'hang after commit') send(response, answered);
    }
  }

  server.on('connection', (socket) => {
    if (isDown) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  server.unref();
  return {
    port: portOf(server.address()),
    down(next) {
      isDown = next;
      if (isDown) for (const socket of sockets) socket.destroy();
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function askedIn(request: IncomingMessage, url: URL): Promise<RecordedRequest> {
  const { headers, method = 'GET' } = request;
  const form = await formOf(request);
  return {
    method,
    path: url.pathname,
    idempotencyKey: wordOf(headers['idempotency-key']),
    authorization: headers.authorization,
    version: wordOf(headers['stripe-version']),
    fields: { ...decoded(url.searchParams), ...decoded(form) },
  };
}

function send(response: ServerResponse, { status, body, isReplayed }: Answered): void {
  response.writeHead(status, {
    ...CORS,
    'content-type': 'application/json',
    'request-id': newId('req'),
    ...(isReplayed && { 'idempotent-replayed': 'true' }),
  });
  response.end(body);
}

function wordOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0];
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return address.port;
}
