import { registrationForm } from '../../tests/support/registration.ts';

/** A member of a household whose requests go to the current address of the server. */
export interface FamilyClient {
  /** Sends JSON or a form; throws on an error response. */
  ask(method: string, path: string, body?: object): Promise<unknown>;
  statusOf(path: string): Promise<number>;
  /** Receives live updates until the connection ends or is aborted. */
  follow(signal: AbortSignal, heard: () => void): Promise<void>;
}

/** Current URL of the server, which changes with each restart. */
export interface Address {
  url: string;
}

let families = 0;

/**
 * Registers a household, each from a different client address; the servers of the benches trust the
 * address header.
 */
export async function registerFamily(address: Address): Promise<FamilyClient> {
  families += 1;
  const form = registrationForm(`family${families}@example.com`);
  const from = `10.${families >> 16}.${(families >> 8) & 255}.${families & 255}`;
  const answer = await send(
    address,
    { 'x-forwarded-for': from },
    'POST',
    '/api/auth/register',
    form,
  );
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  await answer.text();
  return {
    ask: async (method, path, body) => {
      const text = await (await send(address, { cookie }, method, path, body)).text();
      return text === '' ? undefined : JSON.parse(text);
    },
    statusOf: async (path) => {
      const got = await fetch(address.url + path, { headers: { cookie } });
      await got.arrayBuffer();
      return got.status;
    },
    follow: async (signal, heard) => {
      try {
        const got = await fetch(`${address.url}/api/live`, { headers: { cookie }, signal });
        for await (const chunk of got.body ?? []) {
          // Counts only events with a topic; a heartbeat has none.
          if (Buffer.from(chunk).includes('data: {"changed":["')) heard();
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
  };
}

async function send(
  { url }: Address,
  known: Record<string, string>,
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  const isForm = body instanceof FormData;
  const headers = isForm || body === undefined ? known : { ...known, ...JSON_BODY };
  const content = isForm ? body : JSON.stringify(body);
  const answer = await fetch(url + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: content }),
  });
  if (answer.ok) return answer;
  throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
}

const JSON_BODY = { 'content-type': 'application/json' };
