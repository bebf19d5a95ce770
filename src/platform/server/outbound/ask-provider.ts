import { readLimited } from './read-limited.ts';

/**
 * Thrown if a service that the operator configured gives no usable answer; the message is for the
 * log.
 */
export class ProviderError extends Error {
  override name = 'ProviderError';
}

interface Question {
  /** Time limit for the whole answer in milliseconds. */
  readonly withinMs: number;
  readonly mostBytes?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON with POST. Default: GET without a body. */
  readonly body?: unknown;
}

const MAX_BYTES = 256 * 1024;

/**
 * Sends a request to a service that the operator has configured. Returns its JSON, which the caller
 * must validate. Throws a ProviderError for a timeout, an error status, too many bytes or invalid
 * JSON. The message never contains the URL, which may include a key.
 */
export async function askProvider(url: URL, question: Question): Promise<unknown> {
  const { withinMs, mostBytes = MAX_BYTES, headers = {}, body } = question;
  try {
    const answer = await fetch(url, {
      signal: AbortSignal.timeout(withinMs),
      redirect: 'error',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new ProviderError(`it answered ${answer.status}`);
    const tooMuch = () => new ProviderError('it answered too much');
    const text = answer.body && (await readLimited(answer.body, mostBytes, tooMuch));
    return JSON.parse(String(text ?? ''));
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    throw new ProviderError(error instanceof Error ? error.name : 'it did not answer');
  }
}
