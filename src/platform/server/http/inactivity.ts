import type { IncomingMessage } from 'node:http';

/** Maximum time in which a request may send no data. */
const MAX_SILENCE_MS = 30_000;

export interface InactivityWatch {
  /** Aborted when the request times out. */
  readonly broken: AbortSignal;
  /** Pauses the timeout during backpressure: while the server does not read, no data can arrive. */
  pause(): void;
  resume(): void;
  end(): void;
}

/** Aborts a request that has sent no data for too long. */
export function watchInactivity(raw: IncomingMessage): InactivityWatch {
  const broken = new AbortController();
  let timer: NodeJS.Timeout;
  const listen = () => {
    timer = setTimeout(() => {
      broken.abort();
      raw.destroy();
    }, MAX_SILENCE_MS);
    timer.unref();
  };
  let isPaused = false;
  const heard = () => {
    if (!isPaused) timer.refresh();
  };
  listen();
  raw.on('data', heard);
  return {
    broken: broken.signal,
    pause() {
      isPaused = true;
      clearTimeout(timer);
    },
    resume() {
      isPaused = false;
      clearTimeout(timer);
      listen();
    },
    end() {
      isPaused = true;
      clearTimeout(timer);
      raw.off('data', heard);
    },
  };
}
