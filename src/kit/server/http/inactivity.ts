import type { IncomingMessage } from 'node:http';

/** How long nothing may come in before it is given up. */
const LONGEST_SILENCE_MS = 30_000;

export interface InactivityWatch {
  /** Aborted when the request is given up. */
  readonly broken: AbortSignal;
  /** Under backpressure: while nothing is read, nothing can be heard. */
  pause(): void;
  resume(): void;
  end(): void;
}

/** An inactivity timeout: ends a request from which nothing has come for too long. */
export function watchInactivity(raw: IncomingMessage): InactivityWatch {
  const broken = new AbortController();
  let timer: NodeJS.Timeout;
  const listen = () => {
    timer = setTimeout(() => {
      broken.abort();
      raw.destroy();
    }, LONGEST_SILENCE_MS);
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
