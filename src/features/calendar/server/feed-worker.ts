import { createHash } from 'node:crypto';
import { deserialize } from 'node:v8';
import { type FeedContent, type FeedDay, feedEntries } from './feed-entries.ts';
import { type FeedFrame, feedFile } from './feed-file.ts';

/** The input for one feed file. */
export interface FeedToWrite extends FeedFrame, FeedDay {
  readonly content: FeedContent;
}

/** A feed file and its ETag, a hash of the content. */
export interface WrittenFeed {
  readonly bytes: Uint8Array;
  readonly tag: string;
}

/** Creates the file for a serialized `FeedToWrite`; runs in a worker thread. */
export function work(packed: Uint8Array): WrittenFeed {
  const { content, timezone, today, name, stamp }: FeedToWrite = deserialize(packed);
  const file = feedFile(feedEntries(content, { timezone, today }), { name, stamp });
  const bytes = new TextEncoder().encode(file);
  return { bytes, tag: createHash('sha256').update(bytes).digest('hex').slice(0, 32) };
}
