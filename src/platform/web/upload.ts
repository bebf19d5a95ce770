import type { Endpoint, Upload } from '#platform/shared/endpoint.ts';
import { type AnswerOf, ApiError, pathOf } from './api.ts';

export interface UploadOptions {
  params?: Record<string, string>;
  /** Text about the file, sent in the text field before the file. */
  words?: string;
  /** Called with the sent share of the file, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
  /**
   * Maximum time without progress, in milliseconds: an upload over a dead connection could wait
   * forever. Default: no timeout.
   */
  longestSilence?: number;
}

/** The text field before a file, if the endpoint has one. */
type Words<U extends Upload> = U extends { readonly words: { readonly field: infer F } }
  ? F & string
  : never;

/**
 * Creates a typed upload function for one endpoint. The caller repeats the endpoint's method and
 * path (with a query, if any) and its form field, which must match the contract.
 */
export function uploaderOf<E extends Endpoint & { upload: Upload }>(
  line: `${E['method']} ${E['path']}${'' | `?${string}`}`,
  field: E['upload']['field'],
  wordsField?: Words<E['upload']>,
) {
  return (file: Blob, options: UploadOptions): Promise<AnswerOf<E>> =>
    new Promise((resolve, reject) => {
      // Not `fetch`, because it does not report upload progress.
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

/** A watchdog timer: calls `bark` if `heard` was not called for too long. */
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
