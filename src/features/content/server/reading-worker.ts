import { extractText } from './extract-text.ts';

/** The source of a page and its URL. */
export interface PageToRead {
  readonly page: string;
  readonly url: string;
}

/**
 * Extracts the text of a page. It runs in a worker thread, so that parsing does not block other
 * requests.
 */
export const work = ({ page, url }: PageToRead) => extractText(page, new URL(url));
