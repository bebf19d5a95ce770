import type { ServerResponse } from 'node:http';
import { MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts';
import { headLines } from './security-headers.ts';

/**
 * Throttling interval: a change is sent at once, and changes within this time after it are sent
 * together. Three saves in a row cause two events instead of three.
 */
const GATHER_MS = 50;

/**
 * Heartbeat interval. Proxies close silent connections, and without it neither side detects a dead
 * one.
 */
const BEAT_SECONDS = 25;

/** Maximum age of a connection. The client then reconnects, which verifies its session. */
const MAX_LINE_MS = 15 * MINUTE_MS;

/** Backpressure limit: a client that falls further behind is disconnected and reconnects. */
const MAX_UNREAD_BYTES = 64 * 1024;

const HEAD = [
  ...['Content-Type', 'text/event-stream; charset=utf-8'],
  ...['Cache-Control', 'no-store'],
  // Disables keep-alive: a stopping server would wait for the connection, which stays idle after
  // the stream.
  ...['Connection', 'close'],
  // Prevents a proxy from buffering the stream.
  ...['X-Accel-Buffering', 'no'],
];

/** Heartbeat. It is an event without topics, because the page cannot detect an SSE comment. */
const BEAT = 'data: {"changed":[]}\n\n';

interface SseConnection {
  readonly accountId: string;
  readonly answer: ServerResponse;
  /** Milliseconds since the start of the process. */
  readonly endsAt: number;
}

/**
 * The open connections of server-sent events that notify households of changes. An event contains
 * only topics; clients then request the data as usual.
 */
export class SseConnections {
  readonly #households = new Map<string, Set<SseConnection>>();
  /**
   * Connections by the second of the heartbeat interval in which their heartbeat is due, so that
   * not all heartbeats are written at once.
   */
  readonly #turns = Array.from({ length: BEAT_SECONDS }, () => new Set<SseConnection>());
  readonly #gathered = new Map<string, Set<string>>();
  readonly #beat: NodeJS.Timeout;
  readonly #head: readonly string[];
  /** Maximum number of connections per household. */
  readonly #most: number;
  #second = 0;
  #closed = false;

  constructor({ isSecure, most }: { isSecure: boolean; most: number }) {
    this.#most = most;
    this.#head = [...headLines(isSecure), ...HEAD];
    this.#beat = setInterval(() => this.#beatOnce(), SECOND_MS);
    this.#beat.unref();
  }

  open(accountId: string, answer: ServerResponse): void {
    const turn = this.#turns[Math.floor(Math.random() * BEAT_SECONDS)];
    // Uses the monotonic clock: if the system clock were set forward, all connections would be
    // closed at once.
    const endsAt = performance.now() + MAX_LINE_MS * (0.75 + Math.random() / 4);
    const line: SseConnection = { accountId, answer, endsAt };
    answer.writeHead(200, [...this.#head]);
    answer.write(BEAT);
    if (this.#closed) return void answer.end();
    const household = this.#households.get(accountId) ?? new Set();
    // Each connection uses memory, so the oldest is closed above the maximum. A page that still
    // uses the closed connection reconnects.
    const [oldest] = household;
    if (household.size >= this.#most) oldest?.answer.end();
    this.#households.set(accountId, household.add(line));
    turn?.add(line);
    answer.once('close', () => {
      turn?.delete(line);
      household.delete(line);
      if (household.size === 0) this.#households.delete(accountId);
    });
  }

  get size(): number {
    return this.#turns.reduce((sum, { size }) => sum + size, 0);
  }

  has(accountId: string): boolean {
    return this.#households.has(accountId);
  }

  /** Notifies a household of a change of this topic. */
  tell(accountId: string, topic: string): void {
    if (!this.#households.has(accountId)) return;
    const topics = this.#gathered.get(accountId);
    if (topics !== undefined) return void topics.add(topic);
    this.#gathered.set(accountId, new Set([topic]));
    // All topics of one commit are sent in one event.
    setImmediate(() => this.#say(accountId));
  }

  /** Closes the connections of a household; clients with a valid session reconnect. */
  end(accountId: string): void {
    for (const { answer } of this.#households.get(accountId) ?? []) answer.end();
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#beat);
    for (const accountId of this.#households.keys()) this.end(accountId);
  }

  /**
   * Sends the collected topics and starts the next throttling interval. If no topics were
   * collected, throttling ends.
   */
  #say(accountId: string): void {
    const changed = [...(this.#gathered.get(accountId) ?? [])];
    if (changed.length === 0) return void this.#gathered.delete(accountId);
    this.#gathered.set(accountId, new Set());
    setTimeout(() => this.#say(accountId), GATHER_MS).unref();
    const event = Buffer.from(`data: ${JSON.stringify({ changed })}\n\n`);
    for (const line of this.#households.get(accountId) ?? []) write(line, event);
  }

  #beatOnce(): void {
    this.#second = (this.#second + 1) % BEAT_SECONDS;
    const now = performance.now();
    for (const line of this.#turns[this.#second] ?? []) {
      if (now > line.endsAt) line.answer.end();
      else write(line, BEAT);
    }
  }
}

function write({ answer }: SseConnection, text: string | Buffer): void {
  if (answer.writableLength > MAX_UNREAD_BYTES) answer.destroy();
  else answer.write(text);
}
