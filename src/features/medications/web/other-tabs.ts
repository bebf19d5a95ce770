import type { LogStatus } from '../contract.ts';

/** A message to the other tabs of the same person; `key` identifies the reminder, as in `keyOf`. */
export type TabMessage =
  /** An answer was pressed and is being sent: the alarm stops. */
  | { readonly kind: 'answering'; readonly key: string }
  /** The answer of the other tab was delivered, or it failed. */
  | { readonly kind: 'settled'; readonly key: string }
  /**
   * A dose was logged on any screen. `at` is an ISO instant, which a tab with another version may
   * omit.
   */
  | {
      readonly kind: 'logged';
      readonly key: string;
      readonly status: LogStatus;
      readonly at: string | null;
    }
  | { readonly kind: 'presses' }
  /** My Day's alert sounded at that instant. */
  | { readonly kind: 'alerted'; readonly at: number };

const STATUSES: readonly LogStatus[] = ['pending', 'taken', 'missed', 'skipped'];

/** One channel at a time: a tab receives no messages that it sends on the same channel object. */
let open: { readonly who: string; readonly channel: BroadcastChannel } | undefined;

export function notifyOtherTabs(who: string, message: TabMessage): void {
  channelOf(who)?.postMessage(message);
}

/**
 * Calls `hear` for each message of another tab of that person. Returns a function that
 * unsubscribes.
 */
export function onOtherTabs(who: string, hear: (message: TabMessage) => void): () => void {
  const channel = channelOf(who);
  const receive = ({ data }: MessageEvent<unknown>) => {
    const message = messageIn(data);
    if (message) hear(message);
  };
  channel?.addEventListener('message', receive);
  return () => channel?.removeEventListener('message', receive);
}

/**
 * Returns the valid message in `data`; undefined if it is not one, for example from a tab with
 * another version.
 */
export function messageIn(data: unknown): TabMessage | undefined {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return;
  if (data.kind === 'alerted') {
    return 'at' in data && typeof data.at === 'number'
      ? { kind: data.kind, at: data.at }
      : undefined;
  }
  if (data.kind === 'presses') return { kind: data.kind };
  if (!('key' in data) || typeof data.key !== 'string') return;
  const { key } = data;
  if (data.kind === 'answering' || data.kind === 'settled') return { kind: data.kind, key };
  return data.kind === 'logged' ? loggedIn(key, data) : undefined;
}

function loggedIn(key: string, data: object): TabMessage | undefined {
  const status = STATUSES.find((known) => 'status' in data && known === data.status);
  const at = 'at' in data && typeof data.at === 'string' ? data.at : null;
  return status && { kind: 'logged', key, status, at };
}

function channelOf(who: string): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return;
  if (open?.who !== who) {
    open?.channel.close();
    open = { who, channel: new BroadcastChannel(`reminders of ${who}`) };
  }
  return open.channel;
}
