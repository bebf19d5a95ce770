import { type Agent, request } from 'node:https';
import webPush from 'web-push';
import type { PushContent } from './outbox.ts';
import type { PushKeys } from './push-keys.ts';
import { pushServiceEndpoint } from './push-services.ts';

export interface PushParts {
  readonly keys: PushKeys;
  /** Contact for push services (VAPID subject): an https address or a `mailto:` URL. */
  readonly subject: string;
  /** HTTPS agent; tests redirect it to their own push service. */
  readonly agent?: Agent;
  /** Timeout in milliseconds; default: ten seconds. */
  readonly longestMs?: number;
}

export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/**
 * Time in seconds after which the push service drops an undelivered notification; from then on only
 * the email reports the dose.
 */
const TTL = 3600;

const MAX_DURATION_MS = 10_000;

/** The subscription no longer exists, because the browser or the person ended it. */
export class SubscriptionGone extends Error {
  override name = 'SubscriptionGone';
}

/**
 * The push service did not accept the notification. The error message contains neither the
 * notification nor its address.
 */
export class PushNotSent extends Error {
  override name = 'PushNotSent';
  /** The push service timed out, so other messages would time out as well. */
  readonly isTimeout: boolean;

  constructor(reason: string, isTimeout = false) {
    super(reason);
    this.isTimeout = isTimeout;
  }
}

/** Encrypts a notification for one browser and posts it to its push service. */
export async function sendPush(
  target: PushTarget,
  { title, body, topic, path = '/medications', takeOver, quiet }: PushContent,
  { keys, subject, ...reach }: PushParts,
): Promise<void> {
  const endpoint = pushServiceEndpoint(target.endpoint);
  if (endpoint === undefined) throw new SubscriptionGone('not a push service');
  const status = await post(detailsOf({ ...target, endpoint }), reach);
  if (status === 404 || status === 410) throw new SubscriptionGone(`answered ${status}`);
  if (status < 200 || status > 299) throw new PushNotSent(`the push service answered ${status}`);

  function detailsOf({ endpoint, p256dh, auth }: PushTarget) {
    try {
      return webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify({ title, body, path, tag: topic, takeOver, quiet }),
        { vapidDetails: { subject, ...keys }, TTL, urgency: 'high', topic },
      );
    } catch {
      // The key is invalid: no browser created it, and encryption will never succeed.
      throw new SubscriptionGone('its key is not usable');
    }
  }
}

/** Returns the response status. Does not follow redirects and does not read the body. */
function post(
  { endpoint, method, headers, body }: ReturnType<typeof webPush.generateRequestDetails>,
  { agent, longestMs = MAX_DURATION_MS }: Pick<PushParts, 'agent' | 'longestMs'>,
): Promise<number> {
  const signal = AbortSignal.timeout(longestMs);
  return new Promise((resolve, reject) => {
    const sent = request(
      endpoint,
      {
        method,
        headers,
        signal,
        ...(agent === undefined ? {} : { agent }),
      },
      (answer) => {
        resolve(answer.statusCode ?? 0);
        answer.destroy();
      },
    );
    sent.on('error', (error) => {
      const code = codeOf(error);
      reject(new PushNotSent(code, signal.aborted || code === 'ETIMEDOUT'));
    });
    sent.end(body);
  });
}

function codeOf(error: Error): string {
  const code = 'code' in error ? String(error.code) : error.name;
  return /^[\w-]{1,40}$/.test(code) ? code : 'no reason given';
}
