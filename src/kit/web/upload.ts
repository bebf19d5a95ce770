import type { Endpoint, Upload } from '#kit/shared/endpoint.ts';
import { type AnswerOf, ApiError, pathOf } from './api.ts';

export interface UploadOptions {
  /** What stands in braces in the line. */
  params?: Record<string, string>;
  /** What is said of the file: the words of that field, before it. */
  words?: string;
  /** How much of the file is on its way, from 0 to 1. */
  onProgress: (share: number) => void;
  /** Breaks it off; the promise is then rejected. */
  signal: AbortSignal;
  /**
   * In milliseconds: a line on which nothing has gone out or come in for so long is taken for a broken
   * one, since a dead one may stay silent for ever. Without it the answer is waited for.
   */
  longestSilence?: number;
}

/** The field for words that stand before a file, where the call has one. */
type Words<U extends Upload> = U extends { readonly words: { readonly field: infer F } }
  ? F & string
  : never;

/** A typed sender of files for one call, which says its line, with its query, and its field once more. */
export function uploaderOf<E extends Endpoint & { upload: Upload }>(
  line: `${E['method']} ${E['path']}${'' | `?${string}`}`,
  field: E['upload']['field'],
  wordsField?: Words<E['upload']>,
) {
  return (file: Blob, options: UploadOptions): Promise<AnswerOf<E>> =>
    new Promise((resolve, reject) => {
      // `fetch` does not tell how much of a body has been sent.
      const request = new XMLHttpRequest();
      const [method = 'POST', pattern = '/'] = line.split(' ');
      request.open(method, pathOf(pattern, options.params));
      const watchdog = new Watchdog(options.longestSilence, () => request.abort());
      request.upload.onprogress = ({ loaded, total }) => {
        watchdog.heard();
        options.onProgress(loaded / (total || 1));
      };
      request.onloadend = () => watchdog.stop();
      request.onload = () => {
        const { status, responseText, statusText } = request;
        if (status >= 200 && status < 300) resolve(JSON.parse(responseText));
        else reject(new ApiError(status, responseText, statusText));
      };
      request.onerror = () => reject(new TypeError('The server was not reached.'));
      request.onabort = () =>
        reject(
          options.signal.aborted
            ? new DOMException('Broken off.', 'AbortError')
            : new TypeError('The line fell silent.'),
        );
      options.signal.addEventListener('abort', () => request.abort());
      const form = new FormData();
      if (wordsField !== undefined && options.words) form.append(wordsField, options.words);
      form.append(field, file);
      watchdog.heard();
      request.send(form);
    });
}

/** Calls `bark` when nothing was heard for too long. */
class Watchdog {
  readonly #longestSilence: number | undefined;
  readonly #bark: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(longestSilence: number | undefined, bark: () => void) {
    this.#longestSilence = longestSilence;
    this.#bark = bark;
  }

  heard(): void {
    this.stop();
    if (this.#longestSilence === undefined) return;
    this.#timer = setTimeout(this.#bark, this.#longestSilence);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
