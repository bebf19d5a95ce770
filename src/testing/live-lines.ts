/** An open line, as a screen has it. */
export interface TestLine {
  readonly status: number;
  readonly type: string | null;
  /** The next event; undefined when the line has ended. */
  next(): Promise<unknown>;
  close(): void;
}

const EVENT = /^(?::[^\n]*\n\n)*data: ([^\n]*)\n\n(.*)$/s;

/** Follows what changes, on a server that listens at `url`. */
export async function follow(url: string, cookie: string): Promise<TestLine> {
  const stop = new AbortController();
  const answer = await fetch(`${url}/api/live`, { headers: { cookie }, signal: stop.signal });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    async next() {
      for (;;) {
        const [, event, rest = ''] = EVENT.exec(text) ?? [];
        if (event !== undefined) {
          text = rest;
          return JSON.parse(event);
        }
        const read = await reader?.read();
        if (read === undefined || read.done) return undefined;
        text += read.value;
      }
    },
    close: () => stop.abort(),
  };
}
