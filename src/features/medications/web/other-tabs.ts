import type { LogStatus } from '../contract.ts';

/** What one tab tells the others of the same person; `key` says which reminder, as `keyOf` does. */
export type TabMessage =
  /** An answer was pressed and is on its way: nothing sounds any more. */
  | { readonly kind: 'answering'; readonly key: string }
  /** It arrived, or it failed. */
  | { readonly kind: 'settled'; readonly key: string }
  /** A dose was logged, from whatever screen; an ISO instant, which another version may not tell. */
  | {
      readonly kind: 'logged';
      readonly key: string;
      readonly status: LogStatus;
      readonly at: string | null;
    }
  /** What waits to be delivered has changed. */
  | { readonly kind: 'presses' }
  /** My Day's alert sounded at that instant. */
  | { readonly kind: 'alerted'; readonly at: number };

const STATUSES: readonly LogStatus[] = ['pending', 'taken', 'missed', 'skipped'];

/** One at a time: a tab hears all channels but the one that it speaks on. */
let open: { readonly who: string; readonly channel: BroadcastChannel } | undefined;

/** Tells the other tabs in which the same person is signed in. */
export function tellOtherTabs(who: string, message: TabMessage): void {
  channelOf(who)?.postMessage(message);
}

/** Calls `hear` for each message of another tab of that person. Returns what ends it. */
export function hearOtherTabs(who: string, hear: (message: TabMessage) => void): () => void {
  const channel = channelOf(who);
  const receive = ({ data }: MessageEvent<unknown>) => {
    const message = messageIn(data);
    if (message) hear(message);
  };
  channel?.addEventListener('message', receive);
  return () => channel?.removeEventListener('message', receive);
}

/** The message in what came; undefined when it is none, as from a tab of another version. */
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
