import { type FeedContent, type FeedDay, feedEntries } from './feed-entries.ts';
import { type FeedFrame, feedFile } from './feed-file.ts';

/** Everything that a feed's file is made of. */
export interface FeedToWrite extends FeedFrame, FeedDay {
  readonly content: FeedContent;
}

/** What a worker thread does: the file of a feed is made apart from everybody's answers. */
export const work = ({ content, timezone, today, name, stamp }: FeedToWrite): string =>
  feedFile(feedEntries(content, { timezone, today }), { name, stamp });
