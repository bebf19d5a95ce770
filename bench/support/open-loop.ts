import { connect } from 'node:net';

/** Of one server: as many tablets' as a proxy in front of it has lines to it. */
const CONNECTIONS = 256;
const PATIENCE_MS = 10_000;

interface Load {
  readonly perSecond: number;
  readonly seconds: number;
  /** The request with that number, from 0 on, as it is written to the socket. */
  readonly requestOf: (number: number) => string;
}

/** What became of the requests, each at its number. */
export interface Answers {
  /** 0 of one that was not answered. */
  readonly statuses: Uint16Array;
  /** Milliseconds from the time at which it was due. */
  readonly took: Float64Array;
}

interface Line {
  /** Resolves with the status, with 0 when the line broke. */
  ask(request: string): Promise<number>;
  close(): void;
}

/**
 * An open loop: each request is due at its time, whatever became of those before, and its latency is
 * counted from then, so that one that waits for a free connection has waited (no coordinated omission).
 * It writes to bare sockets and reads nothing but statuses and lengths: a client with much work of its
 * own adds its pauses to every server's latencies, so that two servers look alike. And it stays awake
 * (busy polling), for the reason that `beside-bare.ts` gives, and so that nothing is sent late.
 */
export async function openLoop(
  url: string,
  { perSecond, seconds, requestOf }: Load,
): Promise<Answers> {
  const count = Math.round(perSecond * seconds);
  const statuses = new Uint16Array(count);
  const took = new Float64Array(count).fill(PATIENCE_MS);
  const lines = await Promise.all(Array.from({ length: CONNECTIONS }, () => openLine(url)));
  // The one that has been free for the longest time is next, as all are used by a proxy.
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

/** The status of an answer that has come whole. */
function wholeAnswer(text: string): number | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const status = Number(text.slice(9, 12));
  if (status === 304) return status;
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
  return text.length >= end + 4 + length ? status : undefined;
}
