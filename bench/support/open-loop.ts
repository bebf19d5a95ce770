import { connect } from 'node:net';

/** Connections to one server, as from a proxy that serves many tablets. */
const CONNECTIONS = 256;
const PATIENCE_MS = 10_000;

interface Load {
  readonly perSecond: number;
  readonly seconds: number;
  /** Returns the raw request with that number, starting at 0. */
  readonly requestOf: (number: number) => string;
}

export interface Answers {
  /** 0 for a request without an answer. */
  readonly statuses: Uint16Array;
  /** Milliseconds from the scheduled time. */
  readonly took: Float64Array;
}

interface Line {
  /** Resolves with the status, or with 0 when the connection breaks. */
  ask(request: string): Promise<number>;
  close(): void;
}

/**
 * An open loop: each request has a scheduled time, independent of earlier answers, and its latency
 * counts from then, including the wait for a free connection (no coordinated omission). It uses raw
 * sockets and parses only status and length, because the pauses of a heavier client would add to
 * every server's latencies and hide differences. It also never sleeps (busy polling), for the
 * reason in `beside-bare.ts` and so that no request is sent late.
 */
export async function openLoop(
  url: string,
  { perSecond, seconds, requestOf }: Load,
): Promise<Answers> {
  const count = Math.round(perSecond * seconds);
  const statuses = new Uint16Array(count);
  const took = new Float64Array(count).fill(PATIENCE_MS);
  const lines = await Promise.all(Array.from({ length: CONNECTIONS }, () => openLine(url)));
  // The connection that has been free longest is next, as a proxy uses all of its connections.
  const free = [...lines];
  let [sent, answered] = [0, 0];
  const from = performance.now();
  const dueAt = (number: number) => from + (number * 1_000) / perSecond;
  const send = async (line: Line, number: number) => {
    statuses[number] = await line.ask(requestOf(number));
    took[number] = performance.now() - dueAt(number);
    answered += 1;
    free.push(line);
  };
  await new Promise<void>((resolve) => {
    const turn = () => {
      const now = performance.now();
      while (sent < count && dueAt(sent) <= now) {
        const line = free.shift();
        if (line === undefined) break;
        void send(line, sent);
        sent += 1;
      }
      if (answered === count || now > dueAt(count) + PATIENCE_MS) resolve();
      else setImmediate(turn);
    };
    turn();
  });
  for (const line of lines) line.close();
  return { statuses, took };
}

async function openLine(url: string): Promise<Line> {
  const { hostname, port } = new URL(url);
  const open = () => connect({ host: hostname, port: Number(port), noDelay: true });
  let socket = open();
  let text = '';
  let answered: (status: number) => void = () => undefined;
  const listen = () => {
    const own = socket;
    own.setEncoding('latin1');
    own.on('data', (more: string) => {
      text += more;
      const status = wholeAnswer(text);
      if (status === undefined) return;
      text = '';
      answered(status);
    });
    own.on('error', () => undefined);
    own.on('close', () => {
      if (own === socket) answered(0);
    });
  };
  listen();
  await new Promise((resolve) => socket.once('connect', resolve));
  return {
    ask(request) {
      if (socket.destroyed) {
        socket = open();
        listen();
      }
      text = '';
      return new Promise((resolve) => {
        answered = resolve;
        socket.write(request, 'latin1');
      });
    },
    close: () => socket.destroy(),
  };
}

/** Returns the status of a complete answer. */
function wholeAnswer(text: string): number | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const status = Number(text.slice(9, 12));
  if (status === 304) return status;
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
  return text.length >= end + 4 + length ? status : undefined;
}
