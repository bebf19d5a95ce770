import { createHash } from 'node:crypto';
import { deserialize } from 'node:v8';
import { type FeedContent, type FeedDay, feedEntries } from './feed-entries.ts';
import { type FeedFrame, feedFile } from './feed-file.ts';

/** Everything that a feed's file is made of. */
export interface FeedToWrite extends FeedFrame, FeedDay {
  readonly content: FeedContent;
}

/** A file as it is sent, with what changes when it does. */
export interface WrittenFeed {
  readonly bytes: Uint8Array;
  readonly tag: string;
}

/** Makes the file of a serialized `FeedToWrite`, in a worker thread. */
export function work(packed: Uint8Array): WrittenFeed {
  const { content, timezone, today, name, stamp }: FeedToWrite = deserialize(packed);
  const file = feedFile(feedEntries(content, { timezone, today }), { name, stamp });
  const bytes = new TextEncoder().encode(file);
  return { bytes, tag: createHash('sha256').update(bytes).digest('hex').slice(0, 32) };
}
