import { readingOf } from './reading.ts';

/** A page as it came from its site, and where it stands. */
export interface PageToRead {
  readonly page: string;
  readonly url: string;
}

/** What a worker thread does: a page is read apart from everybody's answers. */
export const work = ({ page, url }: PageToRead) => readingOf(page, new URL(url));
