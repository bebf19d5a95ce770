import type { BrowserContext, Page } from '@playwright/test';

/**
 * Leaves the page's request for the tip unanswered, so that no tip is shown. Done in the page
 * instead of by a route: with a single route, Playwright would intercept every request and turn off
 * the browser's cache, at twice the cost for the server.
 */
export function withoutTips(where: Page | BrowserContext): Promise<unknown> {
  return where.addInitScript(holdTips);
}

/** Runs in the page: replaces `fetch`. */
function holdTips(): void {
  const { fetch } = window;
  window.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    return url.endsWith('/api/help-tip') ? new Promise(() => undefined) : fetch(input, init);
  };
}
