import type { ServerResponse } from 'node:http';
import { MINUTE_MS, SECOND_MS } from '#kit/shared/durations.ts';
import { headLines } from './security-headers.ts';

/**
 * Throttle: what changes is said at once, and what changes within so long after it is gathered and
 * said together. Who saves three things in a row makes two events, not three.
 */
const GATHER_MS = 50;

/** Heartbeat: proxies close a silent line, and without it neither side notices a dead one. */
const BEAT_SECONDS = 25;

/** Then it is opened anew, by a session that still lives. */
const LONGEST_LINE_MS = 15 * MINUTE_MS;

/** Backpressure: whoever reads more slowly than this is cut off, and asks again when it can. */
const MOST_UNREAD_BYTES = 64 * 1024;

const HEAD = [
  ...['Content-Type', 'text/event-stream; charset=utf-8'],
  ...['Cache-Control', 'no-store'],
  // The line that has ended is not kept for another call: a server that stops would wait for it.
  ...['Connection', 'close'],
  // Proxies that gather answers would gather this one for ever.
  ...['X-Accel-Buffering', 'no'],
];

/** An event without topics, because a page cannot see a comment. */
const BEAT = 'data: {"changed":[]}\n\n';

interface SseConnection {
  readonly accountId: string;
  readonly answer: ServerResponse;
  /** In milliseconds since the process began. */
  readonly endsAt: number;
}

/**
 * The open connections of server-sent events, on which households are told what changed. What is said is
 * only where to look: the answers themselves are asked for as always.
 */
export class SseConnections {
  readonly #households = new Map<string, Set<SseConnection>>();
  /** Each line has its second: there is no moment at which all of them are written to. */
  readonly #turns = Array.from({ length: BEAT_SECONDS }, () => new Set<SseConnection>());
  readonly #gathered = new Map<string, Set<string>>();
  readonly #beat: NodeJS.Timeout;
  readonly #head: readonly string[];
  /** Of one household. */
  readonly #most: number;
  #second = 0;
  #closed = false;

  constructor({ isSecure, most }: { isSecure: boolean; most: number }) {
    this.#most = most;
    this.#head = [...headLines(isSecure), ...HEAD];
    this.#beat = setInterval(() => this.#beatOnce(), SECOND_MS);
    this.#beat.unref();
  }

  /** Answers with a line that stays open. */
  open(accountId: string, answer: ServerResponse): void {
    const turn = this.#turns[Math.floor(Math.random() * BEAT_SECONDS)];
    // Not by the clock on the wall: set forwards, it would end all lines at once.
    const endsAt = performance.now() + LONGEST_LINE_MS * (0.75 + Math.random() / 4);
    const line: SseConnection = { accountId, answer, endsAt };
    answer.writeHead(200, [...this.#head]);
    answer.write(BEAT);
    if (this.#closed) return void answer.end();
    const household = this.#households.get(accountId) ?? new Set();
    // Each has a place of its own in memory: the oldest gives way, and opens a new one if it is used.
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

  /** How many are open. */
  get size(): number {
    return this.#turns.reduce((sum, { size }) => sum + size, 0);
  }

  /** Whether a household has one. */
  has(accountId: string): boolean {
    return this.#households.has(accountId);
  }

  /** Says to a household that something of this kind changed. */
  tell(accountId: string, topic: string): void {
    if (!this.#households.has(accountId)) return;
    const topics = this.#gathered.get(accountId);
    if (topics !== undefined) return void topics.add(topic);
    this.#gathered.set(accountId, new Set([topic]));
    // What one commit made stale is one event.
    setImmediate(() => this.#say(accountId));
  }

  /** Ends the lines of a household: who still may opens a new one. */
  end(accountId: string): void {
    for (const { answer } of this.#households.get(accountId) ?? []) answer.end();
  }

  /** Ends all of them, for a server that stops. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#beat);
    for (const accountId of this.#households.keys()) this.end(accountId);
  }

  /** Says what has been gathered, and gathers what comes next; when nothing has come it is over. */
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
  if (answer.writableLength > MOST_UNREAD_BYTES) answer.destroy();
  else answer.write(text);
}
