import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { readyAccessibility } from '#features/accessibility/web/elder/use-accessibility.ts';
import { followPerson } from '#features/sessions/web/follow-person.ts';
import { askWhoIsHere, isExpired, isNobody } from '#features/sessions/web/queries.ts';
import { followOffsets } from '#features/settings/web/follow-offsets.ts';
import { takeFirstAnswers } from '#platform/web/first-answers.ts';
import { mayStart } from '#platform/web/offline/session-mark.ts';
import { createQueryClient } from '#platform/web/query-client.ts';
import { reportProblem } from '#platform/web/report-problem.ts';
import { ErrorBoundary } from '#platform/web/ui/ErrorBoundary.tsx';
import { isElderPath } from './elder-paths.ts';
import { Routes } from './routes.tsx';
import { putFirstAnswers } from './screens/first-answers.ts';

/** Time limit at start for reading the data stored on the device, in milliseconds. */
const MAX_RECALL_MS = 500;

/**
 * Time limit for loading the elder's display settings, in milliseconds. It is longer, because it is
 * better to wait than to show the first paint in small text.
 */
const MAX_READY_MS = 2_000;

export function App({ client }: { client: QueryClient }) {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <Routes />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}

/** A response that reports an expired session or subscription reloads the current user. */
export function createAppClient(): QueryClient {
  const client = createQueryClient((error) => {
    if (isNobody(error) || isExpired(error)) askWhoIsHere(client);
  });
  followPerson(client);
  followOffsets(client);
  return client;
}

/**
 * Fills `client` with the first data of an elder's screen, which is embedded in the page or stored
 * on the device. The display settings are loaded as well, so that the first paint looks like the
 * later ones.
 */
export async function recall(client: QueryClient): Promise<void> {
  const brought = takeFirstAnswers();
  if (brought) putFirstAnswers(client, brought);
  else if (mayStart() && isElderPath(window.location.pathname)) {
    await inTime(async () => {
      const { startFromKept } = await import('./screens/start-from-kept.ts');
      return startFromKept(client);
    }, MAX_RECALL_MS);
  }
  await inTime(() => readyAccessibility(client), MAX_READY_MS);
}

/** Waits for work that the start does not depend on, at most `longestMs`. */
async function inTime(work: () => Promise<void>, longestMs: number): Promise<void> {
  const done = work().catch((error: unknown) => reportProblem('stored data not shown', error));
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, longestMs))]);
}
