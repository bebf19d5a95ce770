/** An open event stream for live updates, as a screen has it. */
export interface TestLine {
  readonly status: number;
  readonly type: string | null;
  /** Returns the next event with topics; undefined after the server has closed the connection. */
  next(): Promise<unknown>;
  /** Resolves when the server has closed the connection. */
  ended(): Promise<void>;
  close(): void;
}

const HEARTBEAT = '{"changed":[]}';
const EVENT = /^data: ([^\n]*)\n\n(.*)$/s;

export async function follow(url: string, cookie: string): Promise<TestLine> {
  const stop = new AbortController();
  const answer = await fetch(`${url}/api/live`, { headers: { cookie }, signal: stop.signal });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  async function next(): Promise<unknown> {
    for (;;) {
      const [, event, rest = ''] = EVENT.exec(text) ?? [];
      if (event !== undefined) {
        text = rest;
        if (event === HEARTBEAT) continue;
        return JSON.parse(event);
      }
      const read = await reader?.read();
      if (read === undefined || read.done) return undefined;
      text += read.value;
    }
  }
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    next,
    async ended() {
      while ((await next()) !== undefined);
    },
    close: () => stop.abort(),
  };
}
