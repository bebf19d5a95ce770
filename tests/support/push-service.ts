import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { Agent } from 'node:https';
import { connect } from 'node:net';

export interface ReceivedPush {
  readonly host: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Starts a local push service, with an HTTP agent that redirects every connection to it. */
export async function openPushService() {
  const received: ReceivedPush[] = [];
  let status = 201;
  let silent: string | undefined;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const { host = '', ...headers } = request.headers;
    received.push({ host, path: request.url ?? '', headers, body: Buffer.concat(chunks) });
    if (host === silent) return;
    response.writeHead(status, { location: 'https://fcm.googleapis.com/elsewhere' }).end('no word');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  const { port } = address;
  const agent = new Agent();
  // Connects without TLS, because the tests check the encryption of the message itself.
  agent.createConnection = () => connect(port, '127.0.0.1');
  return {
    agent,
    received,
    answer(next: number) {
      status = next;
    },
    /** Makes requests to `host` hang; undefined ends this. */
    silence(host: string | undefined) {
      silent = host;
    },
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** A subscribed browser with its keys, which can decrypt messages. */
export function subscribedBrowser(endpoint = 'https://fcm.googleapis.com/fcm/send/abc') {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint,
      keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    /** Decrypts a message: one record of aes128gcm (RFC 8188), with keys as in RFC 8291. */
    read(body: Buffer) {
      const salt = body.subarray(0, 16);
      const sender = body.subarray(21, 21 + body.readUInt8(20));
      const shared = keys.computeSecret(sender);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
      const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32));
      const derived = (name: string, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length));
      const sealed = body.subarray(21 + sender.length);
      const open = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
      open.setAuthTag(sealed.subarray(-16));
      const padded = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()]);
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
    },
  };
}

/**
 * Returns the claims of the server's VAPID token (RFC 8292). Throws if the signature does not match
 * `publicKey`.
 */
export function readVapid(authorization = '', publicKey: string) {
  const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isRight || key !== publicKey) throw new Error('the signature is wrong');
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}
