import { type NeedsQuestion, surelyMissingIn } from '#platform/shared/page-needs.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * Interval in milliseconds, and maximum number of tries. A page answers from two seconds after its
 * first screen, later on a slow tablet.
 */
const ASK_AGAIN_MS = 500;
const MAX_TRIES = 30;

/**
 * Throws if the browser lacks a feature that the build needs, so that the worker is not installed
 * and the active one remains. A worker has no access to the objects of a page, so it asks an open
 * page. Without a page or an answer, only its own check counts.
 */
export async function requireNeeds(needs: readonly string[]): Promise<void> {
  const seen = surelyMissingIn(self, needs);
  // At the first visit there is no earlier build to keep, so no page is asked.
  const missing = seen.length > 0 || !self.registration.active ? seen : await askPages(needs);
  if (missing.length > 0) {
    throw new Error(`The browser lacks what this build needs: ${missing.join(', ')}.`);
  }
}

async function askPages(needs: readonly string[]): Promise<readonly string[]> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    if (pages.length === 0) return [];
    const missing = await Promise.race([
      ...pages.map((page) => ask(page, { needs })),
      new Promise<undefined>((resolve) => setTimeout(resolve, ASK_AGAIN_MS)),
    ]);
    if (missing !== undefined) return missing;
  }
  return [];
}

function ask(page: Client, question: NeedsQuestion): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    page.postMessage(question, [port2]);
  });
}
