import type { BrowserContext, Page } from '@playwright/test';

/**
 * Keeps the request for the tip unanswered. Done in the page, because with a single route
 * Playwright would intercept every request and turn off the browser's cache, at twice the cost for
 * the server.
 */
export function withoutTips(where: Page | BrowserContext): Promise<unknown> {
  return where.addInitScript(holdTips);
}

/** Runs in the page. */
function holdTips(): void {
  const { fetch } = window;
  window.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    return url.endsWith('/api/help-tip') ? new Promise(() => undefined) : fetch(input, init);
  };
}
